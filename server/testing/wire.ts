import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The app on a port of its own. */
export async function listen(app: FastifyInstance): Promise<number> {
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  return Number(address.port);
}

/** A connection, and all that the server said on it so far. */
export type Wire = { socket: Socket; heard(): string; closed: Promise<void> };

export async function openWire(port: number): Promise<Wire> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    heard += chunk;
  });
  // a connection that the server cuts is what many tests wait for
  socket.on('error', () => undefined);
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  await once(socket, 'connect');
  return { socket, heard: () => heard, closed };
}

/** Sends these very bytes, and gives all that the server says until it hangs up. */
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

/** What follows the headers of the last answer, as text. */
export function bodyOf(heard: string): string {
  return Buffer.from(heard.slice(heard.lastIndexOf('\r\n\r\n') + 4), 'latin1').toString('utf8');
}

/** Sends a piece again and again, until so many bytes are gone or the server hangs up. Returns how many. */
export async function pour({ socket, closed }: Wire, piece: (sent: number) => string, most: number) {
  let sent = 0;
  while (!socket.destroyed && sent < most) {
    const bytes = piece(sent);
    if (!socket.write(bytes)) {
      await Promise.race([new Promise<void>((done) => socket.once('drain', () => done())), closed]);
    }
    sent += bytes.length;
    // so that what the server says is heard meanwhile
    await new Promise<void>((done) => setImmediate(done));
  }
  return sent;
}
