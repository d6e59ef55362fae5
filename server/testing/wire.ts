import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Starts the application on a free port. */
export async function listen(app: FastifyInstance): Promise<number> {
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  return Number(address.port);
}

/** Connection with the bytes received so far. */
export type Wire = { socket: Socket; heard(): string; closed: Promise<void> };

export async function openWire(port: number): Promise<Wire> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    heard += chunk;
  });
  // many tests wait for the server to break the connection
  socket.on('error', () => undefined);
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  await once(socket, 'connect');
  return { socket, heard: () => heard, closed };
}

/** Sends the bytes unchanged. Resolves with all bytes received until the server closes the connection. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const wire = await openWire(port);
  wire.socket.write(bytes, 'latin1');
  await wire.closed;
  return wire.heard();
}

/** The status of each answer, in order. */
export function statusesIn(heard: string): number[] {
  return [...heard.matchAll(/(?:^|\r\n|\})HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** Body of the last answer, as text. */
export function bodyOf(heard: string): string {
  return Buffer.from(heard.slice(heard.lastIndexOf('\r\n\r\n') + 4), 'latin1').toString('utf8');
}

/** Sends pieces until `most` bytes are sent or the server closes the connection. Returns the number of bytes sent. */
export async function pour({ socket, closed }: Wire, piece: (sent: number) => string, most: number) {
  let sent = 0;
  while (!socket.destroyed && sent < most) {
    const bytes = piece(sent);
    if (!socket.write(bytes)) {
      await Promise.race([new Promise<void>((done) => socket.once('drain', () => done())), closed]);
    }
    sent += bytes.length;
    // lets answers of the server arrive meanwhile
    await new Promise<void>((done) => setImmediate(done));
  }
  return sent;
}
