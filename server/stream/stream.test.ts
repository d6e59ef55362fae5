// Duration: silences of NATS and of the relay, which are noticed after seconds only.
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FollowedBook, followRateBook } from '../book/follow.ts';
import { selectMark } from '../book/log-of-changes.queries.ts';
import type { RateBook } from '../book/rate-book.ts';
import { acquireLock } from '../db/acquire-lock.ts';
import { openDatabase } from '../db/open.ts';
import type { ClockState } from '../process/measured-time.ts';
import { ALWAYS, addManyBureaux, openTestBook, type TestBook } from '../testing/followed-book.ts';
import { hasNatsServer, NatsServer } from '../testing/nats-server.ts';
import { openRelay } from '../testing/relay.ts';
import { aCompanyRow, aCurrencyRow, aFixingRow, aMidRateRow, aUserRow } from '../testing/rows.ts';
import { followPublicData } from './follow-public-data.ts';
import { BUCKET, CHANGES, type Nats, openNats, SNAPSHOT, STREAM } from './nats.ts';
import { type Relay, startRelay } from './relay.ts';
import { StreamSource } from './stream-source.ts';

const SOON = { timeout: 30_000, interval: 10 };
const log = pino({ level: 'silent' });

describe.skipIf(!hasNatsServer)('with a stream between', () => {
  let opened: TestBook;
  let server: NatsServer;
  let companyId: number;
  const closers: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    [opened, server] = await Promise.all([openTestBook(), NatsServer.open()]);
    companyId = opened.companyId;
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await Promise.all([opened.close(), server.close()]);
  });

  /** An instance that may relay: through the way to the database that a test can cut. */
  function relay(url = server.url, clock: () => ClockState = () => 'ok'): Relay {
    const nats = connectTo(url);
    const { db, close } = openDatabase(opened.relay.url, { maxConnections: 2 });
    const started = startRelay({
      db,
      url: opened.relay.url,
      nats,
      now: () => new Date(),
      clock,
      log,
    });
    closers.push(close, started.close);
    return started;
  }

  function connectTo(url = server.url): Nats {
    const nats = openNats(url, log);
    closers.push(nats.close);
    return nats;
  }

  function follow(url = server.url, isAlone = false): { source: StreamSource; book: FollowedBook } {
    const source = new StreamSource({ nats: connectTo(url), log, reachedAt: (site) => site, isAlone });
    const book = followRateBook({ source, now: () => new Date(), log });
    closers.push(book.close);
    return { source, book };
  }

  async function fix(sale: string, code = 'USD'): Promise<void> {
    await opened.database.db
      .insertInto('fixings')
      .values(aFixingRow({ company_id: companyId, currency_code: code, sale, updated_at: new Date() }))
      .onConflict((conflict) => conflict.columns(['company_id', 'currency_code']).doUpdateSet({ sale }))
      .execute();
  }

  /** All that a book knows, to compare two by. */
  function told(book: RateBook | null) {
    if (!book) return null;
    const sides = book.currencies.flatMap(({ code }) =>
      [true, false].map((isBase) => [code, isBase] as const),
    );
    return {
      currencies: book.currencies,
      companies: book.companies
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, name, site, logo, isPartner, branches }) => ({
          id,
          name,
          site,
          logo,
          isPartner,
          branches,
        })),
      openings: book.openings,
      count: book.fixingCount,
      offers: sides.map(([code, isBase]) => {
        const served = book.sideOffers(code, isBase, ALWAYS);
        return served
          .best(served.total, () => 0)
          .map(({ company, rate, updatedAt, branch }) => [company.id, rate, updatedAt, branch?.id]);
      }),
    };
  }

  const isEqual = async (book: FollowedBook) => {
    const { version } = await selectMark(opened.database.db);
    await vi.waitFor(() => {
      expect(opened.followed.version()).toBe(version);
      expect(book.version()).toBe(version);
      expect(told(book.current())).toEqual(told(opened.followed.current()));
    }, SOON);
  };

  test('a book that follows it says what one says that follows the database, after any change', async () => {
    const { db } = opened.database;
    await fix('1.10');
    relay();
    const { book, source } = follow();
    await book.loaded;
    await isEqual(book);
    const before = book.current();
    await fix('1.105');
    await isEqual(book);
    expect(book.current()).toBe(before);
    await db
      .insertInto('mid_rates')
      .values(aMidRateRow({ at: new Date('2026-09-27T00:00:00Z'), rate: '1.2', source: 'neuve' }))
      .execute();
    await isEqual(book);
    await db
      .insertInto('companies')
      .values(aCompanyRow({ name: 'Aube', logo: 'aube' }))
      .execute();
    await isEqual(book);
    await db.updateTable('companies').set({ name: 'Zénith' }).where('id', '=', companyId).execute();
    await fix('1.11', 'ZAR');
    await isEqual(book);
    await db
      .updateTable('fixings')
      .set({ is_sale_suspended: true })
      .where('currency_code', '=', 'USD')
      .execute();
    await isEqual(book);
    await db.updateTable('companies').set({ suspended_at: new Date() }).where('id', '=', companyId).execute();
    await isEqual(book);
    await db.updateTable('companies').set({ suspended_at: null }).where('id', '=', companyId).execute();
    await isEqual(book);
    await addManyBureaux(opened.database, 600);
    await isEqual(book);
    await db.deleteFrom('fixings').execute();
    await isEqual(book);
    expect(source.blog?.featured).toEqual([]);
  });

  test('the engine is killed, frozen, or loses all that it kept: the book answers, says so, and goes on', async () => {
    relay();
    const { book } = follow();
    await fix('1.10');
    await isEqual(book);
    await server.kill();
    await vi.waitFor(() => expect(book.isLive()).toBe(false), SOON);
    await fix('1.11');
    expect(book.current()?.fixingCount).toBe(1);
    await server.start();
    await isEqual(book);
    await vi.waitFor(() => expect(book.isLive()).toBe(true), SOON);
    server.freeze();
    await vi.waitFor(() => expect(book.isLive()).toBe(false), SOON);
    await fix('1.12');
    server.thaw();
    await isEqual(book);
    await server.lose();
    await fix('1.13');
    await server.start();
    await isEqual(book);
    await fix('1.14');
    await isEqual(book);
  });

  test('what was said while one was cut off is asked for by its number: the snapshot is not read again', async () => {
    relay();
    const way = await openRelay(server.url);
    closers.push(way.close);
    const { book } = follow(way.url);
    await fix('1.10');
    await isEqual(book);
    const before = book.current();
    await way.cut();
    await vi.waitFor(() => expect(book.isLive()).toBe(false), SOON);
    const streams = await jetstreamManager(await connectTo().connection);
    const said = async () => (await streams.streams.info(STREAM)).state.last_seq;
    const heard = await said();
    // more than are asked for at once
    for (let turn = 11; (await said()) < heard + 20; turn++) await fix(`1.${turn}`);
    await way.mend();
    await isEqual(book);
    expect(book.current()).toBe(before);
  });

  test('a way that carries nothing more, and is not closed, is noticed, and what was said meanwhile is heard once it does', async () => {
    const [toDatabase, toEngine] = [relay(), await openRelay(server.url)];
    closers.push(toEngine.close);
    const { book } = follow(toEngine.url);
    const { book: other } = follow();
    await fix('1.10');
    await Promise.all([isEqual(book), isEqual(other)]);
    // one follower is cut off from the engine: the other one hears on
    toEngine.freeze();
    await vi.waitFor(() => expect(book.isLive()).toBe(false), SOON);
    await fix('1.11');
    await isEqual(other);
    expect(book.version()).toBeLessThan(other.version() ?? 0);
    toEngine.thaw();
    await isEqual(book);
    // whoever relays is cut off from the database: nobody is told anything, and all say so
    opened.relay.freeze();
    await vi.waitFor(() => expect(other.isLive()).toBe(false), SOON);
    await fix('1.12');
    opened.relay.thaw();
    await Promise.all([isEqual(book), isEqual(other)]);
    await vi.waitFor(() => expect(toDatabase.isHere()).toBe(true), SOON);
  });

  test('one relays at a time; where it falls silent another goes on from where it was', async () => {
    const [one, other] = [relay(), relay()];
    const { book } = follow();
    await book.loaded;
    const here = () => [one, other].filter((each) => each.isHere());
    await vi.waitFor(() => expect(here()).toHaveLength(1), SOON);
    for (let i = 0; i < 20; i++) await fix(String(1 + i / 100));
    await isEqual(book);
    const [first] = here();
    await first?.close();
    await fix('1.30');
    await isEqual(book);
    expect(here()).toHaveLength(1);
    expect(here()).not.toContain(first);
  });

  test('another one that relays says the next mid rates as the first did: nobody reads the snapshot for them', async () => {
    const first = relay();
    const { book } = follow();
    await fix('1.10');
    await isEqual(book);
    await vi.waitFor(() => expect(first.isHere()).toBe(true), SOON);
    const before = book.current();
    await first.close();
    const second = relay();
    await vi.waitFor(() => expect(second.isHere()).toBe(true), SOON);
    const addMidRate = (currency_code: string, rate: string) =>
      opened.database.db
        .insertInto('mid_rates')
        .values(
          aMidRateRow({ currency_code, at: new Date('2026-09-28T00:00:00Z'), rate, source: 'suivante' }),
        )
        .execute();
    await addMidRate('USD', '1.3');
    await isEqual(book);
    expect(book.current()).toBe(before);
    // one that nobody knew comes with all that was fixed of it
    await opened.database.db
      .insertInto('currencies')
      .values(aCurrencyRow({ code: 'MAD', label: 'dirham' }))
      .execute();
    await fix('10.4', 'MAD');
    await isEqual(book);
    await addMidRate('MAD', '10.7');
    await isEqual(book);
    expect(book.current()?.sideOffers('MAD', true, ALWAYS).total).toBe(1);
    await fix('1.12');
    await isEqual(book);
  });

  test('one that relays and is cut off from the engine, without a word, leaves it to one that is not', async () => {
    const way = await openRelay(server.url);
    closers.push(way.close);
    const first = relay(way.url);
    const { book } = follow();
    await fix('1.10');
    await isEqual(book);
    await vi.waitFor(() => expect(first.isHere()).toBe(true), SOON);
    const second = relay();
    way.freeze();
    await fix('1.11');
    await isEqual(book);
    expect([first.isHere(), second.isHere()]).toEqual([false, true]);
    way.thaw();
    await fix('1.12');
    await isEqual(book);
    expect(second.isHere()).toBe(true);
  });

  test('with the database out of reach the book says so and answers; what was saved meanwhile is relayed on its return', async () => {
    relay();
    const { book } = follow();
    await fix('1.10');
    await isEqual(book);
    await opened.relay.cut();
    await vi.waitFor(() => expect(book.isLive()).toBe(false), SOON);
    await fix('1.11');
    expect(book.current()?.fixingCount).toBe(1);
    await opened.relay.mend();
    await isEqual(book);
    await vi.waitFor(() => expect(book.isLive()).toBe(true), SOON);
  });

  test('one that starts while nobody relays and the database is away reads what was said last, and says that it is alone', async () => {
    const first = relay();
    const { book: before } = follow();
    await fix('1.10');
    await isEqual(before);
    await fix('1.11');
    await isEqual(before);
    await first.close();
    await opened.relay.cut();
    const { source, book } = follow(server.url, true);
    await vi.waitFor(() => expect(told(book.current())).toEqual(told(opened.followed.current())), SOON);
    expect([book.isLive(), source.isRelayed]).toEqual([false, false]);
    await opened.relay.mend();
    relay();
    await fix('1.12');
    await isEqual(book);
    await vi.waitFor(() => expect([book.isLive(), source.isRelayed]).toEqual([true, true]), SOON);
  });

  test('a message that is doubled or late changes nothing, and what the stream holds no more is read from the snapshot', async () => {
    relay();
    const { book } = follow();
    await fix('1.10');
    await isEqual(book);
    const nats = await connectTo().connection;
    const streams = await jetstreamManager(nats);
    const { state } = await streams.streams.info(STREAM);
    const said = await streams.streams.getMessage(STREAM, { seq: state.last_seq });
    await fix('1.11');
    await isEqual(book);
    // message of an instance that no longer relays; the relay finds its place anew
    await jetstream(nats).publish(CHANGES, said?.data);
    await fix('1.12');
    await isEqual(book);
    await server.kill();
    await fix('1.13');
    await server.start();
    const again = await jetstreamManager(await connectTo().connection);
    await again.streams.purge(STREAM);
    await fix('1.14');
    await isEqual(book);
  });

  test.each([
    ['wrong', true],
    ['disputed', false],
  ] as const)('a relay whose clock is %s says whether another agrees with the database: %s', async (clock, isAgreed) => {
    relay(server.url, () => clock);
    const onTime = vi.fn();
    const source = new StreamSource({
      nats: connectTo(),
      log,
      reachedAt: (site) => site,
      isAlone: true,
      onTime,
    });
    const book = followRateBook({ source, now: () => new Date(), log });
    closers.push(book.close);
    await vi.waitFor(() => expect(onTime).toHaveBeenCalled(), SOON);
    expect(onTime.mock.calls[0]?.[1] instanceof Date).toBe(isAgreed);
  });

  test('an instance that starts without the engine follows the database, says so, and relays once the engine is there', async () => {
    await server.kill();
    await fix('1.10');
    const { db, close } = openDatabase(opened.database.url, { maxConnections: 2 });
    const reachedAt = (site: string) => site;
    const { url } = opened.database;
    const parts = {
      db,
      url,
      natsUrl: server.url,
      now: () => new Date(),
      clock: () => 'ok' as const,
      log,
      reachedAt,
      streamWithin: 100,
    };
    const all = await followPublicData(parts);
    closers.push(close, all.close);
    await Promise.all([all.book.loaded, all.blog.loaded]);
    expect(all.stream?.status()).toBe('bypassed');
    await isEqual(all.book);
    await server.start();
    const { book } = follow();
    await fix('1.11');
    await isEqual(book);
    await isEqual(all.book);
    expect(all.stream?.isRelayHere()).toBe(true);
  });

  test('an instance that starts while whoever should relay does not follows the database, and not what was said last', async () => {
    const first = relay();
    const { book: before } = follow();
    await fix('1.10');
    await isEqual(before);
    await first.close();
    const { url } = opened.database;
    const held = Promise.withResolvers<void>();
    const lock = acquireLock(url, { lock: 'relay', of: `${STREAM} ` }, () => {
      held.resolve();
      return new Promise(() => {});
    });
    closers.push(lock.close);
    await held.promise;
    await fix('1.11');
    const { db, close } = openDatabase(url, { maxConnections: 2 });
    const reachedAt = (site: string) => site;
    const parts = {
      db,
      url,
      natsUrl: server.url,
      now: () => new Date(),
      clock: () => 'ok' as const,
      log,
      reachedAt,
      streamWithin: 2_000,
    };
    const all = await followPublicData(parts);
    closers.push(close, all.close);
    expect(all.stream?.status()).toBe('bypassed');
    await Promise.all([all.book.loaded, all.blog.loaded]);
    await isEqual(all.book);
  });

  test('nothing of people or secrets is in the stream or the snapshot', async () => {
    const { db } = opened.database;
    await db
      .insertInto('users')
      .values(
        aUserRow({ mail: 'canari@exemple.fr', name: 'Canari', surname: 'Canari', company_id: companyId }),
      )
      .execute();
    await db.updateTable('companies').set({ phone: '0199887766', email: 'canari@bureau.example' }).execute();
    const secret = Buffer.alloc(32, 'canari');
    const board = { secret_hash: createHash('sha256').update(secret).digest(), screen_made_at: new Date() };
    await db
      .insertInto('boards')
      .values({ company_id: companyId, ...board })
      .execute();
    relay();
    const { book } = follow();
    await fix('1.10');
    const own = { company_id: companyId, purchase: null, updated_at: new Date() };
    await db
      .insertInto('fixings')
      .values([
        aFixingRow({
          ...own,
          currency_code: 'ZAR',
          sale: '7.65432',
          held_at: new Date(),
          is_sale_suspended: false,
        }),
        aFixingRow({ ...own, currency_code: 'AED', sale: '8.76543', held_at: null, is_sale_suspended: true }),
      ])
      .execute();
    await isEqual(book);
    const nats = await connectTo().connection;
    const streams = await jetstreamManager(nats);
    const { state } = await streams.streams.info(STREAM);
    const found = await (await new Objm(nats).open(BUCKET)).getBlob(SNAPSHOT);
    const all = [gunzipSync(found ?? new Uint8Array()).toString()];
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      all.push((await streams.streams.getMessage(STREAM, { seq }))?.string() ?? '');
    }
    expect(all.join()).toContain('Quai');
    expect(all.join()).toContain(board.secret_hash.toString('hex'));
    expect(all.join()).not.toContain(secret.toString('base64url'));
    // nor what waits for a second person, or is not sold now
    expect(all.join()).not.toMatch(/canari|0199887766|7\.65432|8\.76543/i);
  });
});
