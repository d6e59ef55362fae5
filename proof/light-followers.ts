/**
 * Many light followers of the stream in one process: each has a connection and a place of its own, and keeps no book. Asked
 * by its parent, it says how they are.
 */
import { type ConsumerMessages, DeliverPolicy, jetstream } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import pino from 'pino';
import type { ChangeMessage } from '../server/stream/entries.ts';
import { BUCKET, openNats, SNAPSHOT, STREAM } from '../server/stream/nats.ts';
import { headOf } from '../server/stream/snapshot.ts';

export type Told = {
  /** of the one that is the furthest behind, and of the first */
  lowest: number;
  highest: number;
  /** messages that did not go on from where their follower was */
  broken: number;
  /** how late messages came since one was asked last, in milliseconds */
  lags: number[];
};

const log = pino({ level: 'silent' });
const url = process.env.NATS_URL ?? '';
const count = Number(process.env.FOLLOWERS ?? 1);
const versions: number[] = [];
let broken = 0;
let lags: number[] = [];

async function follow(place: number): Promise<ConsumerMessages> {
  const nats = await openNats(url, { log }).connection;
  const info = await (await new Objm(nats).open(BUCKET)).info(SNAPSHOT);
  const head = headOf(info);
  if (!head) throw new Error('there is no snapshot yet');
  versions[place] = head.mark.version;
  const consumer = await jetstream(nats).consumers.getPushConsumer(STREAM, {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: head.seq + 1,
  });
  return consumer.consume({ callback: (message) => take(place, message.json<ChangeMessage>()) });
}

function take(place: number, { from, to }: ChangeMessage): void {
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
