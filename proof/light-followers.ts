/**
 * Many light followers of the stream in one process: each has a connection and a place of its own, and keeps no book: it
 * reads of a message where it goes on from and to. Asked by its parent, it says how they are.
 */
import pino from 'pino';
import type { ChangeMessage, Heartbeat } from '../server/stream/messages.ts';
import { HEARTBEATS, openNats, openStreams } from '../server/stream/nats.ts';
import { findSnapshot } from '../server/stream/snapshot.ts';
import { Tail } from '../server/stream/tail.ts';

export type Told = {
  /** of the one that is the furthest behind, and of the first */
  lowest: number;
  highest: number;
  /** messages that did not go on from where their follower was */
  broken: number;
  /** how late messages came since one was asked last, in milliseconds */
  lags: number[];
};

type Head = Pick<ChangeMessage, 'from' | 'to'>;

const HEAD_BYTES = 200;
const decoder = new TextDecoder();
const log = pino({ level: 'silent' });
const url = process.env.NATS_URL ?? '';
const count = Number(process.env.FOLLOWERS ?? 1);
const versions: number[] = [];
let broken = 0;
let lags: number[] = [];

async function follow(place: number): Promise<void> {
  const opened = openNats(url, log);
  const tail = new Tail(opened, (_, told) => take(place, headOfMessage(told.data)));
  const nats = await opened.connection;
  const found = await findSnapshot(await openStreams(opened));
  if (!found) throw new Error('there is no snapshot yet');
  versions[place] = found.head.mark.version;
  tail.startAfter(found.head.seq);
  nats.subscribe(HEARTBEATS, {
    callback: (error, message) => {
      if (!error) tail.requestUpTo(message.json<Heartbeat>().seq);
    },
  });
}

/** The rest, which a whole instance reads once on a machine of its own, would be read here a thousand times on one. */
function headOfMessage(data: Uint8Array): Head {
  const head = decoder.decode(data.subarray(0, HEAD_BYTES));
  return JSON.parse(`${head.slice(0, head.indexOf(',"named"'))}}`);
}

function take(place: number, { from, to }: Head): void {
  const known = versions[place] ?? 0;
  if (to.version <= known) return;
  if (from && from.version > known) broken += 1;
  versions[place] = to.version;
  lags.push(Date.now() - to.at);
}

process.on('message', () => {
  const told: Told = { lowest: Math.min(...versions), highest: Math.max(...versions), broken, lags };
  lags = [];
  process.send?.(told);
});

// some at a time: a thousand at once would be a storm of their own
for (let start = 0; start < count; start += 20) {
  await Promise.all(Array.from({ length: Math.min(20, count - start) }, (_, i) => follow(start + i)));
}
process.send?.('ready');
