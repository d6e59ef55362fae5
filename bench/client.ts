/**
 * A keep-alive HTTP client that does as little as it can, so that on two cores it is the server that is measured:
 * requests are written beforehand, and answers are skipped by their content-length.
 */
import { connect } from 'node:net';

/** Latencies in milliseconds. `settledP99`: of requests after the first seconds that are told apart. */
export type Load = {
  perSecond: number;
  p50: number;
  p99: number;
  settledP99: number;
  worst: number;
  total: number;
};

const HEAD_END = '\r\n\r\n';
const READ_AT_ONCE = 64 * 1024;
/** A head is shorter; of what follows it only the length counts. */
const MOST_OF_HEAD = 2048;
const LENGTH = /\r\ncontent-length: (\d+)/i;

/**
 * Drives `connections` sockets for `seconds`, shared among the ports when there are several; each takes the
 * next of `requests`: at once, or where there is a rate when its turn has come, from when on it is timed whether a socket was
 * free or not. Fails on any answer but 2xx.
 */
export async function drive(
  ports: number | readonly number[],
  requests: readonly Buffer[],
  {
    connections,
    seconds,
    perSecond,
    apartSeconds = 0,
  }: { connections: number; seconds: number; perSecond?: number; apartSeconds?: number },
): Promise<Load> {
  const latencies: number[] = [];
  const settled: number[] = [];
  let next = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const takeNext = () => {
    const at = perSecond ? started + (next * 1000) / perSecond : performance.now();
    return { request: requests[next++ % requests.length] as Buffer, at };
  };
  // all that were due are waited for: a server that stalls at the end is timed by each of them
  const isOver = (now: number) => (perSecond ? next >= perSecond * seconds : now >= end);
  const record = (ms: number) => {
    latencies.push(ms);
    if (performance.now() - ms >= started + apartSeconds * 1000) settled.push(ms);
  };
  const each = [ports].flat();
  await Promise.all(
    Array.from({ length: connections }, (_, i) =>
      driveOne(each[i % each.length] as number, takeNext, record, isOver),
    ),
  );
  const elapsed = (performance.now() - started) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number, of = sorted) => of[Math.floor(of.length * share)] ?? Number.NaN;
  return {
    perSecond: sorted.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    settledP99: at(0.99, Float64Array.from(settled).sort()),
    worst: sorted.at(-1) ?? Number.NaN,
    total: sorted.length,
  };
}

function driveOne(
  port: number,
  takeNext: () => { request: Buffer; at: number },
  record: (ms: number) => void,
  isOver: (now: number) => boolean,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // what is read lies in one place: memory for each piece makes the collector stop this process, which would be timed as the server
  const buffer = Buffer.allocUnsafeSlow(READ_AT_ONCE);
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback: takeIn } });
  let sentAt = 0;
  let head = '';
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

  function takeIn(length: number): boolean {
    if (rest === null) {
      const known = head.length;
      head += buffer.toString('latin1', 0, Math.min(length, MOST_OF_HEAD));
      const headEnd = head.indexOf(HEAD_END);
      if (headEnd < 0 && head.length < MOST_OF_HEAD) return true;
      const bodyLength = LENGTH.exec(head.slice(0, Math.max(0, headEnd)))?.[1];
      if (!head.startsWith('HTTP/1.1 2') || !bodyLength) {
        reject(new Error(`not an answer of success: ${head.slice(0, 80)}`));
        socket.destroy();
        return false;
      }
      rest = Number(bodyLength) - (known + length - headEnd - HEAD_END.length);
    } else {
      rest -= length;
    }
    if (rest > 0) return true;
    const now = performance.now();
    record(now - sentAt);
    head = '';
    rest = null;
    if (!isOver(now)) send();
    else {
      resolve();
      socket.destroy();
    }
    return true;
  }
  return promise;
}

export function postRequest(path: string, body: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
