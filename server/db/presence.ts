import { connect } from 'node:net';
import pg from 'pg';

/** SSLRequest: whatever a PostgreSQL thinks of it, it answers with a byte, before any password. */
const QUESTION = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Whether anybody reacts at this address in so many milliseconds, be it by closing the connection. */
export function isThere(url: string, withinMs: number): Promise<boolean> {
  const { host, port } = new pg.Client({ connectionString: url });
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  return new Promise((resolve) => {
    const settle = (answer: boolean) => {
      clearTimeout(late);
      socket.destroy();
      resolve(answer);
    };
    // one more look at the sockets: a process that was itself busy must not take its lateness for silence
    const late = setTimeout(() => setImmediate(settle, false), withinMs);
    socket.on('error', () => settle(false));
    socket.on('close', () => settle(true));
    socket.on('data', () => settle(true));
    socket.write(QUESTION);
  });
}
