import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { listed, openTestBook } from '../testing/followed-book.ts';
import { hasNatsServer, NatsServer } from '../testing/nats-server.ts';
import { aFixingRow } from '../testing/rows.ts';
import { followStream } from './follow-public-data.ts';
import {
  BUCKET,
  CHANGES,
  HEARTBEATS,
  OBJECTS,
  openNats,
  REPUBLISHED,
  SNAPSHOT,
  STREAM,
  SUMS,
} from './nats.ts';
import { startRelay } from './relay.ts';
import { findSnapshot, HEAD_SUBJECT } from './snapshot.ts';

const SOON = { timeout: 30_000, interval: 10 };
const CONFIG = join(import.meta.dirname, '../../deploy/nats/users.conf');
const log = pino({ level: 'silent' });

/** Every subject that somebody would believe, or that is somebody's inbox. */
const SUBJECTS = [
  CHANGES,
  REPUBLISHED,
  HEARTBEATS,
  SUMS,
  HEAD_SUBJECT,
  '_INBOX.whole.1',
  '_INBOX.compare.1',
  '$JS.API.INFO',
];

/** A push consumer of either stream delivers into a subject of its maker's choice by the engine's own rights. */
async function refusePushConsumers(nats: NatsConnection): Promise<void> {
  for (const stream of [STREAM, OBJECTS]) {
    const names = [
      `CREATE.${stream}`,
      `CREATE.${stream}.mine`,
      `CREATE.${stream}.mine.>`,
      `DURABLE.CREATE.${stream}.mine`,
    ];
    for (const [i, deliver_subject] of SUBJECTS.entries()) {
      const config = { deliver_subject, deliver_policy: 'all', ack_policy: 'none', name: 'mine' };
      const asked = `$JS.API.CONSUMER.${names[i % names.length]}`;
      const made = nats.request(asked, JSON.stringify({ stream_name: stream, config }), { timeout: 500 });
      await expect(made, `${asked} into ${deliver_subject}`).rejects.toThrow(/permissions violation/i);
    }
  }
}

test.skipIf(!hasNatsServer)(
  'by the rights that are told, one relays, another compares and counts, and forges nothing',
  async () => {
    const passwords = { NATS_WHOLE_PASSWORD: 'of-the-whole', NATS_COMPARE_PASSWORD: 'of-those-that-compare' };
    const [opened, server] = await Promise.all([
      openTestBook(),
      NatsServer.open({ config: CONFIG, env: passwords }),
    ]);
    const { host } = new URL(server.url);
    const whole = openNats(`nats://whole:${passwords.NATS_WHOLE_PASSWORD}@${host}`, log);
    const compareUrl = `nats://compare:${passwords.NATS_COMPARE_PASSWORD}@${host}`;
    const { db, close } = openDatabase(opened.database.url, { maxConnections: 2 });
    const relay = startRelay({
      db,
      url: opened.database.url,
      nats: whole,
      now: () => new Date(),
      clock: () => 'ok',
      log,
    });
    const reachedAt = (site: string) => site;
    const following = followStream({ natsUrl: compareUrl, log, reachedAt });
    await following.book.loaded;
    await db
      .insertInto('fixings')
      .values(aFixingRow({ company_id: opened.companyId, sale: '1.1', updated_at: new Date() }))
      .execute();
    await vi.waitFor(
      () => expect(listed(following.book.current(), 'USD', true)).toMatchObject([{ rate: 1.1 }]),
      SOON,
    );
    const today = new Date().toISOString().slice(0, 10);
    await following.sources.sums.addComparisons(today, 3);
    const shown = { companyId: opened.companyId, code: 'USD', shown: 2, ranks: 3 };
    await following.sources.sums.addShown(today, [shown, { ...shown, code: 'XXX' }]);
    expect(following.stream?.lostSums()).toBe(0);
    const counts = await db.selectFrom('shown_counts').select(['currency_code', 'shown', 'ranks']).execute();
    expect(
      counts.map(({ shown, ranks, ...row }) => ({ ...row, shown: Number(shown), ranks: Number(ranks) })),
    ).toEqual([{ currency_code: 'USD', shown: 2, ranks: 3 }]);

    const compare = openNats(compareUrl, log);
    const nats = await compare.connection;
    const manager = await jetstreamManager(nats, { timeout: 500, checkAPI: false });
    const { streams } = manager;
    const stream = manager.jetstream();
    const store = await new Objm(stream).open(BUCKET, false);
    for (const forged of [
      () => stream.publish(CHANGES, '{}'),
      () => nats.request(HEARTBEATS, '{}', { timeout: 500 }),
      () => store.putBlob({ name: SNAPSHOT }, Buffer.from('forged')),
      () => streams.purge(STREAM),
      () => streams.delete(STREAM),
      () => streams.update(STREAM, { subjects: ['mine'] }),
      () => streams.deleteMessage(STREAM, 1),
      () => streams.add({ name: 'MINE', subjects: ['mine'], sources: [{ name: STREAM }] }),
    ]) {
      await expect(forged(), String(forged)).rejects.toThrow(/permissions violation/i);
    }
    await refusePushConsumers(nats);
    // nor by the hand of whoever relays, which answers where it is told to
    const headOfNow = async () => (await findSnapshot(manager))?.head;
    const sequence = async () => (await streams.info(STREAM)).state.last_seq;
    const before = await Promise.all([headOfNow(), sequence()]);
    const counted = JSON.stringify({ day: today, comparisons: 1, shown: [] });
    for (const reply of [HEAD_SUBJECT, CHANGES, HEARTBEATS, '_INBOX.whole.1', undefined]) {
      nats.publish(SUMS, counted, reply === undefined ? {} : { reply });
    }
    await nats.flush();
    await following.sources.sums.addComparisons(today, 4);
    expect(await Promise.all([headOfNow(), sequence()])).toEqual(before);
    const sums = await db.selectFrom('comparison_counts').select('count').execute();
    expect(sums.map(({ count }) => Number(count))).toEqual([7]);
    for (const ended of [compare.close, following.close, relay.close, close, whole.close]) await ended();
    await Promise.all([opened.close(), server.close()]);
  },
);
