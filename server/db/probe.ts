import { connect } from 'node:net';
import pg from 'pg';

/** SSLRequest, which any PostgreSQL answers with one byte before authentication. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const ANSWER_WITHIN_MS = 5_000;

export interface Probe {
  close(): void;
}

export function probe(url: string, { onAnswer, onEnd }: { onAnswer(): void; onEnd(): void }): Probe {
  const { host, port } = new pg.Client({ connectionString: url });
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  let isBroken = false;
  const late = setTimeout(() => socket.destroy(), ANSWER_WITHIN_MS);
  const answer = () => {
    if (!isBroken) onAnswer();
    socket.destroy();
  };
  socket.on('data', answer);
  socket.on('end', answer);
  socket.on('error', () => {
    isBroken = true;
  });
  socket.on('close', () => {
    clearTimeout(late);
    onEnd();
  });
  socket.unref();
  socket.write(SSL_REQUEST);
  return { close: () => socket.destroy() };
}
