import { createServer } from 'node:net';

/** Unused loopback port. Another program may take it before the caller does. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  // only a pipe's address is a string
  return (address as { port: number }).port;
}
