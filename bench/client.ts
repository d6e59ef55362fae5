/**
 * A keep-alive HTTP client that does as little as it can, so that on two cores it is the server that is measured:
 * requests are written beforehand, and answers are skipped by their content-length.
 */
import { connect } from 'node:net';

/** Latencies in milliseconds. */
export type Load = { perSecond: number; p50: number; p99: number; worst: number; total: number };

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;

/**
 * Drives `connections` sockets for `seconds`, shared among the ports when there are several; each takes the
 * next of `requests`: at once, or where there is a rate when its turn has come, from when on it is timed whether a socket was
 * free or not. Fails on any answer but 2xx.
 */
export async function drive(
  ports: number | readonly number[],
  requests: readonly Buffer[],
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
): Promise<Load> {
  const latencies: number[] = [];
  let next = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const takeNext = () => {
    const at = perSecond ? started + (next * 1000) / perSecond : performance.now();
    return { request: requests[next++ % requests.length] as Buffer, at };
  };
  const each = [ports].flat();
  await Promise.all(
    Array.from({ length: connections }, (_, i) =>
      driveOne(each[i % each.length] as number, takeNext, (ms) => latencies.push(ms), end),
    ),
  );
  const elapsed = (performance.now() - started) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    perSecond: sorted.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    worst: sorted.at(-1) ?? Number.NaN,
    total: sorted.length,
  };
}

function driveOne(
  port: number,
  takeNext: () => { request: Buffer; at: number },
  record: (ms: number) => void,
  end: number,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let sentAt = 0;
  let head: Buffer = Buffer.alloc(0);
  /** bytes of the body still to come; null while the head is read */
  let rest: number | null = null;

  const send = () => {
    const { request, at } = takeNext();
    const write = () => {
      // a timer may be early
      sentAt = Math.min(at, performance.now());
      socket.write(request);
    };
    const wait = at - performance.now();
    if (wait > 0) setTimeout(write, wait);
    else write();
  };
  socket.on('connect', send);
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('the server closed the connection')));
  socket.on('data', (chunk) => {
    if (rest === null) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const headEnd = head.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const text = head.toString('latin1', 0, headEnd);
      const length = LENGTH.exec(text)?.[1];
      if (!text.startsWith('HTTP/1.1 2') || !length) {
        reject(new Error(`not an answer of success: ${text.slice(0, 80)}`));
        socket.destroy();
        return;
      }
      rest = Number(length) - (head.length - headEnd - HEAD_END.length);
    } else {
      rest -= chunk.length;
    }
    if (rest > 0) return;
    const now = performance.now();
    record(now - sentAt);
    head = Buffer.alloc(0);
    rest = null;
    if (now < end) return send();
    resolve();
    socket.destroy();
  });
  return promise;
}

export function postRequest(path: string, body: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
