import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections (32768 on Linux, 49152 elsewhere). */
const [FIRST, AFTER_LAST] = [20_000, 32_000];
const MOST_TRIES = 100;

/** Unused loopback port. Another program may take it before the caller does. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const port = randomInt(FIRST, AFTER_LAST);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${MOST_TRIES} ports is free`);
}

/** Throws what listening there would. */
export async function requireFree(address: { port: number; host: string }): Promise<void> {
  const server = createServer().listen(address);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}
