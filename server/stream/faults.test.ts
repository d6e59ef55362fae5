// Duration: an engine of messages that is stopped and started between tests.
import { setTimeout as delay } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FollowedBook, followRateBook } from '../book/follow.ts';
import type { Mark } from '../book/log-of-changes.queries.ts';
import { openDatabase } from '../db/open.ts';
import { listed, openTestBook, type TestBook } from '../testing/followed-book.ts';
import { hasNatsServer, NatsServer } from '../testing/nats-server.ts';
import { aCompanyRow, aFixingRow } from '../testing/rows.ts';
import { writeReceivedSums } from './counts.ts';
import { createResetMessage, type Heartbeat } from './messages.ts';
import {
  ANSWER_TIMEOUT_MS,
  BUCKET,
  CHANGES,
  HEARTBEATS,
  type Nats,
  openNats,
  SNAPSHOT,
  STREAM,
  SUMS,
} from './nats.ts';
import { type Relay, startRelay } from './relay.ts';
import { findSnapshot, HEAD_SUBJECT, writeSnapshot } from './snapshot.ts';
import { StreamSource } from './stream-source.ts';

const SOON = { timeout: 30_000, interval: 10 };
const log = pino({ level: 'silent' });

describe.skipIf(!hasNatsServer)('what breaks on the way of the stream', () => {
  let opened: TestBook;
  let server: NatsServer;
  const closers: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    [opened, server] = await Promise.all([openTestBook(), NatsServer.open()]);
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await Promise.all([opened.close(), server.close()]);
  });

  function connectTo(): Nats {
    const nats = openNats(server.url, log);
    closers.push(nats.close);
    return nats;
  }

  /** Through the way to the database that a test can cut. */
  function relay(): Relay & { nats: Nats } {
    const nats = connectTo();
    const { db, close } = openDatabase(opened.relay.url, { maxConnections: 4, statementTimeoutMs: 60_000 });
    const started = startRelay({
      db,
      url: opened.relay.url,
      nats,
      now: () => new Date(),
      clock: () => 'ok',
      log,
    });
    closers.push(close, started.close);
    return { ...started, nats };
  }

  const sourceOf = (nats: Nats) => new StreamSource({ nats, log, reachedAt: (site) => site, isAlone: true });

  function follow(nats = connectTo()): FollowedBook {
    const book = followRateBook({ source: sourceOf(nats), now: () => new Date(), log });
    closers.push(book.close);
    return book;
  }

  async function fix(sale: string): Promise<void> {
    await opened.database.db
      .insertInto('fixings')
      .values(aFixingRow({ company_id: opened.companyId, sale, updated_at: new Date() }))
      .onConflict((conflict) => conflict.columns(['company_id', 'currency_code']).doUpdateSet({ sale }))
      .execute();
  }

  const shows = (book: FollowedBook, rate: number) =>
    vi.waitFor(() => expect(listed(book.current(), 'USD', true)).toMatchObject([{ rate }]), SOON);

  /** Holds up whoever reads or writes these tables, until what it gives is called. */
  async function holdUp(...tables: string[]) {
    const { db, close } = openDatabase(opened.database.url, { maxConnections: 2 });
    closers.push(close);
    const trx = await db.startTransaction().execute();
    for (const table of tables)
      await sql`LOCK TABLE ${sql.table(table)} IN ACCESS EXCLUSIVE MODE`.execute(trx);
    const letGo = async () => {
      if (!trx.isRolledBack) await trx.rollback().execute();
    };
    closers.push(letGo);
    const holds = (count: number) =>
      vi.waitFor(async () => {
        const { rows } = await sql`
          SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
        expect(rows).toHaveLength(count);
      }, SOON);
    return { holds, letGo };
  }

  /** A stream and its snapshot, which nobody relays or follows. */
  async function relayed(): ReturnType<typeof engineOf> {
    const { close, nats } = relay();
    await vi.waitFor(async () => {
      const { headOf } = await engineOf(nats);
      expect(await headOf()).toBeDefined();
    }, SOON);
    await close();
    return engineOf(nats);
  }

  async function engineOf({ connection }: Nats) {
    const nats = await connection;
    const stream = jetstream(nats);
    const store = await new Objm(stream).open(BUCKET);
    const manager = await jetstreamManager(nats);
    const headOf = async () => (await findSnapshot(manager))?.head;
    return { nats, stream, store, streams: manager.streams, headOf };
  }

  test('a database that is lost while a snapshot is written ends that one alone', async () => {
    await fix('1.10');
    const { store, headOf } = await relayed();
    const head = await headOf();
    if (!head) throw new Error('there is a snapshot');
    const { db, close } = openDatabase(opened.relay.url, { maxConnections: 1 });
    closers.push(close);
    const { holds, letGo } = await holdUp('fixings');
    const writing = writeSnapshot(db, store, head, new AbortController().signal);
    writing.catch(() => undefined);
    await holds(1);
    await opened.relay.cut();
    await expect(writing).rejects.toThrow();
    await letGo();
    await opened.relay.mend();
    await writeSnapshot(db, store, head, new AbortController().signal);
  });

  test('a snapshot under way and a sum that is counted hold nobody up who closes', async () => {
    const { holds, letGo } = await holdUp('articles', 'comparison_counts');
    const { close, nats } = relay();
    await holds(1);
    const other = await connectTo().connection;
    const counted = { day: new Date().toISOString().slice(0, 10), comparisons: 3, shown: [] };
    const asked = other.request(SUMS, JSON.stringify(counted), { timeout: 60_000 }).catch(() => null);
    await holds(2);
    await close();
    await nats.close();
    await letGo();
    // counted, and nobody there any more to say so to
    await vi.waitFor(async () => {
      const counted = await opened.database.db.selectFrom('comparison_counts').selectAll().execute();
      expect(counted).toHaveLength(1);
    }, SOON);
    await other.close();
    await asked;
  });

  test('a snapshot that is broken, or whose parts are gone, is refused, and the next one is read', async () => {
    const { store, streams, headOf } = await relayed();
    const source = sourceOf(connectTo());
    const head = await headOf();
    if (!head) throw new Error('there is a snapshot');
    const put = () => writeSnapshot(opened.database.db, store, head, new AbortController().signal);
    await store.putBlob({ name: SNAPSHOT, metadata: { head: JSON.stringify(head) } }, Buffer.from('none'));
    await expect(source.load()).rejects.toThrow('incorrect header check');
    const aborted = writeSnapshot(opened.database.db, store, head, AbortSignal.abort());
    await expect(aborted).rejects.toThrow('aborted');
    await put();
    await source.load();
    await streams.purge(`OBJ_${BUCKET}`, { filter: `$O.${BUCKET}.C.>` });
    await expect(source.load()).rejects.toThrow('was replaced while it was read');
    await put();
    await source.load();
    await store.putBlob({ name: SNAPSHOT, metadata: { head: '{' } }, Buffer.from('none'));
    await expect(source.load()).rejects.toThrow('no snapshot yet');
    await source.watch({ onVersion() {}, onConnected() {}, onDisconnected() {} }).close();
  });

  test('one that starts while the engine cannot answer reads what was said last once it can, with nobody who relays', async () => {
    await fix('1.10');
    await relayed();
    const nats = connectTo();
    await nats.connection;
    server.freeze();
    const book = follow(nats);
    await delay(ANSWER_TIMEOUT_MS + 500);
    expect(book.current()).toBeNull();
    server.thaw();
    await shows(book, 1.1);
    expect(book.isLive()).toBe(false);
  });

  test('what nobody can read in the place of the snapshot is taken away, and holds up neither who relays nor who follows', async () => {
    await fix('1.10');
    const { stream, headOf } = await relayed();
    const isThere = async () => expect(await headOf()).toMatchObject({ stream: expect.any(String) });
    for (const garbage of ['{}', 'null', 'written']) await stream.publish(HEAD_SUBJECT, garbage);
    relay();
    await shows(follow(), 1.1);
    await isThere();
    // and without another change
    await stream.publish(HEAD_SUBJECT, 'written');
    await vi.waitFor(isThere, SOON);
    await shows(follow(), 1.1);
  });

  test('a snapshot that is newer than the last one is read though one after it is awaited', async () => {
    const { store, stream, headOf } = await relayed();
    const source = sourceOf(connectTo());
    const heard = vi.fn();
    closers.push(source.watch({ onVersion() {}, onConnected: heard, onDisconnected() {} }).close);
    const { mark } = await source.load();
    const put = async (seq: number) => {
      const { stream: of } = (await headOf()) ?? {};
      if (of === undefined) throw new Error('there is a snapshot');
      await writeSnapshot(opened.database.db, store, { seq, stream: of }, new AbortController().signal);
    };
    const sayWhole = async () =>
      (await stream.publish(CHANGES, JSON.stringify(createResetMessage(mark)))).seq;
    const [first, second] = [await sayWhole(), await sayWhole()];
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), SOON);
    await expect(source.load()).rejects.toThrow('no snapshot yet');
    await put(first);
    await source.load();
    expect(await source.news(mark)).toBeNull();
    await expect(source.load()).rejects.toThrow('no snapshot yet');
    await put(second);
    await source.load();
    expect(await source.news(mark)).toEqual({ mark, named: [] });
  });

  test('after everything may have changed, nothing more is said before the snapshot after that', async () => {
    await fix('1.10');
    const { holds, letGo } = await holdUp('articles');
    relay();
    await holds(1);
    const { nats, streams } = await engineOf(connectTo());
    const sequence = async () => (await streams.info(STREAM)).state.last_seq;
    const before = await sequence();
    await fix('1.11');
    await opened.database.db.updateTable('companies').set({ name: 'Zénith' }).execute();
    const beats: number[] = [];
    nats.subscribe(HEARTBEATS, {
      callback: (_error, message) => void beats.push(message.json<Heartbeat>().seq),
    });
    await vi.waitFor(() => expect(beats.length).toBeGreaterThan(1), SOON);
    expect([await sequence(), ...new Set(beats)]).toEqual([before, before]);
    await letGo();
    await vi.waitFor(async () => expect(await sequence()).toBeGreaterThan(before), SOON);
    await shows(follow(), 1.11);
  });

  test('changes that are too large for one message are said in several', async () => {
    const { nats: own } = relay();
    const book = follow();
    await fix('1.10');
    await shows(book, 1.1);
    const { streams } = await engineOf(own);
    const before = (await streams.info(STREAM)).state.last_seq;
    await opened.relay.cut();
    const path = 'a'.repeat(40_000);
    for (let i = 0; i < 40; i++) {
      const site = `https://${i}.example/${path}`;
      await opened.database.db
        .insertInto('companies')
        .values(aCompanyRow({ name: `n${i}`, logo: `n${i}`, site }))
        .execute();
    }
    await opened.relay.mend();
    await vi.waitFor(() => expect(book.current()?.companies).toHaveLength(41), SOON);
    const { state } = await streams.info(STREAM);
    expect(state.last_seq).toBeGreaterThan(before);
    for (let seq = before + 1; seq <= state.last_seq; seq++) {
      const said = await streams.getMessage(STREAM, { seq });
      expect(said?.json<{ from: Mark | null }>().from).not.toBeNull();
    }
  });

  test('what is said while no snapshot can be read is kept by nobody who waits for one', async () => {
    const { store, stream, streams } = await relayed();
    const source = sourceOf(connectTo());
    const heard = vi.fn();
    closers.push(source.watch({ onVersion: heard, onConnected() {}, onDisconnected() {} }).close);
    const { mark } = await source.load();
    await streams.purge(`OBJ_${BUCKET}`);
    await expect(source.load()).rejects.toThrow('no snapshot yet');
    const lists = { named: ['1:USD'], fixings: [], companies: [], boards: [] };
    const nothing = { currencies: null, openings: null, articles: null };
    const to = { version: mark.version + 1, at: mark.at };
    const { seq } = await stream.publish(CHANGES, JSON.stringify({ from: mark, to, ...lists, ...nothing }));
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(to.version), SOON);
    expect(await source.news(mark)).toEqual({ mark, named: [] });
    const { created } = await streams.info(STREAM);
    const place = { seq: seq - 1, stream: created };
    await writeSnapshot(opened.database.db, store, place, new AbortController().signal);
    await source.load();
    await vi.waitFor(
      async () => expect(await source.news(mark)).toEqual({ mark: to, named: ['1:USD'] }),
      SOON,
    );
  });

  test('sums are written one after the other, some dozens wait, and each is written by one of those who relay', async () => {
    const { db } = opened.database;
    const { holds, letGo } = await holdUp('comparison_counts');
    for (let i = 0; i < 2; i++) {
      const relaying = await connectTo().connection;
      const taking = writeReceivedSums(relaying, db, () => new Date(), log);
      closers.push(async () => taking.unsubscribe());
      await relaying.flush();
    }
    const nats = await connectTo().connection;
    const counted = JSON.stringify({
      day: new Date().toISOString().slice(0, 10),
      comparisons: 1,
      shown: [],
    });
    const say = async () => (await nats.request(SUMS, counted, { timeout: 60_000 })).string();
    const answers = Array.from({ length: 200 }, say);
    expect(await Promise.race(answers)).toBe('refused');
    await holds(2);
    await letGo();
    const written = (await Promise.all(answers)).filter((answer) => answer === 'written').length;
    const [sum] = await db.selectFrom('comparison_counts').select('count').execute();
    expect([written, Number(sum?.count)]).toEqual([100, 100]);
  });

  test('a sum of which nobody can say whether it was written is not answered', async () => {
    const { db } = opened.database;
    await sql`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''lost''; END'`.execute(
      db,
    );
    await sql`
      CREATE CONSTRAINT TRIGGER fails AFTER INSERT ON comparison_counts DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION fail()`.execute(db);
    const warned = Promise.withResolvers<string>();
    const told = pino({ level: 'warn' }, { write: warned.resolve });
    const nats = await connectTo().connection;
    const taking = writeReceivedSums(nats, db, () => new Date(), told);
    closers.push(async () => taking.unsubscribe());
    const day = new Date().toISOString().slice(0, 10);
    const heard = vi.fn();
    nats.subscribe('_INBOX.told', { callback: heard });
    nats.publish(SUMS, JSON.stringify({ day, comparisons: 1, shown: [] }), { reply: '_INBOX.told' });
    expect(await warned.promise).toContain('may not have been counted');
    await nats.flush();
    expect(heard).not.toHaveBeenCalled();
  });

  test('what is closed while NATS is away follows nothing once it is back', async () => {
    await fix('1.10');
    await relayed();
    await server.kill();
    const nats = connectTo();
    const source = sourceOf(nats);
    const heard = vi.fn();
    const loading = source.load();
    loading.catch(() => undefined);
    await source.watch({ onVersion: heard, onConnected: heard, onDisconnected: heard }).close();
    await server.start();
    await expect(loading).rejects.toThrow('stream source is closed');
    const connection = await nats.connection;
    connection.publish(
      HEARTBEATS,
      JSON.stringify({ stream: '', seq: 1, version: 9, at: 1, isRightClock: true }),
    );
    await connection.flush();
    const { streams } = await engineOf(nats);
    expect((await streams.info(STREAM)).state.consumer_count).toBe(0);
    expect(heard).not.toHaveBeenCalled();
    expect(source.blog).toBeNull();
  });

  test('a message of the right shape that goes into no book is left for one snapshot after it, told, and counted', async () => {
    await fix('1.10');
    const { nats: own } = relay();
    const errors: string[] = [];
    const told = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
    const source = new StreamSource({ nats: connectTo(), log: told, reachedAt: (site) => site });
    const load = vi.spyOn(source, 'load');
    const book = followRateBook({ source, now: () => new Date(), log });
    closers.push(book.close);
    await shows(book, 1.1);
    const { stream, streams } = await engineOf(own);
    const { state } = await streams.info(STREAM);
    const last = (await streams.getMessage(STREAM, { seq: state.last_seq }))?.json<{ to: Mark }>();
    const from = last?.to ?? { version: 0, at: 0 };
    const lists = { named: [], fixings: [], companies: [], boards: [] };
    const message = { from, to: from, ...lists, currencies: null, openings: null, articles: null };
    const later = { version: from.version + 1, at: from.at };
    const wrong = [
      { ...message, to: later, named: ['1:USD'], fixings: [[1, 'USD 1.1.1 - x']] },
      { ...message, to: later, named: ['1'], companies: [[{}, '', '{}']] },
      { ...message, to: later, named: ['rates'], currencies: [{ code: 'USD' }] },
      { ...message, to: later, named: ['hours'], openings: [['a', null]] },
      // of which nothing is said
      { ...message, to: later, named: ['rates'] },
    ];
    for (const one of wrong) await stream.publish(CHANGES, JSON.stringify(one));
    await vi.waitFor(() => expect(source.unreadableMessages).toBeGreaterThan(0), SOON);
    await fix('1.11');
    await shows(book, 1.11);
    expect(errors.length).toBe(source.unreadableMessages);
    expect(errors.join()).toContain('unreadable message in the stream');
    const read = load.mock.settledResults.filter(({ type }) => type === 'fulfilled');
    // the first book, and not one for each of these
    expect(read.length).toBeLessThanOrEqual(3);
  });

  test('what nobody can read in the stream, or among beats, holds up nothing', async () => {
    await fix('1.10');
    relay();
    const book = follow();
    await shows(book, 1.1);
    const { nats, stream } = await engineOf(connectTo());
    const news = JSON.stringify({ from: { version: 1, at: 1 }, to: { version: 9, at: 1 } });
    for (const garbage of ['null', '{}', '{"to":1}', news, 'none']) {
      nats.publish(HEARTBEATS, garbage);
      await stream.publish(CHANGES, garbage);
    }
    // without another change: the relay says that all may have, and whoever follows reads the snapshot after it
    await vi.waitFor(() => expect(book.isLive()).toBe(true), SOON);
    await fix('1.11');
    await shows(book, 1.11);
    await shows(follow(), 1.11);
  });
});
