import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../db/open.ts';
import { addManyBureaux, listed, openTestBook, type TestBook } from '../testing/followed-book.ts';
import { aCurrencyRow, aFixingRow } from '../testing/rows.ts';
import { databaseSource } from './database-source.ts';
import { type FollowedBook, followRateBook } from './follow.ts';
import { deleteChanges, type Mark, selectLag, selectMark, selectNews } from './log-of-changes.queries.ts';

let opened: TestBook;
const closers: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  opened = await openTestBook();
  await vi.waitFor(() => expect(opened.followed.isLive()).toBe(true), SOON);
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await opened.close();
});

const SOON = { timeout: 20_000, interval: 10 };
const db = () => opened.database.db;

/** The sale of these currencies, in one statement. */
async function fix(where: Db, codes: readonly string[], sale: string): Promise<void> {
  await where
    .insertInto('fixings')
    .values(
      codes.map((currency_code) =>
        aFixingRow({
          company_id: opened.companyId,
          currency_code,
          sale,
          updated_at: new Date(),
        }),
      ),
    )
    .onConflict((conflict) => conflict.columns(['company_id', 'currency_code']).doUpdateSet({ sale }))
    .execute();
}

const sales = (code = 'USD') => listed(opened.followed.current(), code, true).map(({ rate }) => rate);

async function log(): Promise<{ version: number; what: string[] }[]> {
  const { rows } = await sql<{ version: number; what: string[] }>`
    SELECT version, what FROM changes ORDER BY version`.execute(db());
  return rows;
}

/** All that is said on a channel from now on. */
async function hear(channel: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: opened.database.url });
  await client.connect();
  closers.push(() => client.end());
  const heard: string[] = [];
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.query(`LISTEN ${channel}`);
  return heard;
}

test('a transaction is one row and one notification, however much it changes, and older instances are still told all', async () => {
  const [heard, heardByOlder] = [await hear('changes'), await hear('rate_book')];
  const { version } = await selectMark(db());
  await db()
    .transaction()
    .execute(async (trx) => {
      await fix(trx, ['USD', 'ZAR', 'AED'], '1.1');
      await fix(trx, ['USD'], '1.2');
      await trx.updateTable('companies').set({ name: 'Quai neuf' }).execute();
    });
  await fix(db(), ['USD'], '1.3');
  const id = opened.companyId;
  await vi.waitFor(() => expect(heard).toEqual([String(version + 1), String(version + 2)]), SOON);
  expect((await log()).slice(-2)).toEqual([
    { version: version + 1, what: [`${id}:USD`, `${id}:ZAR`, `${id}:AED`, `${id}:USD`, String(id)] },
    { version: version + 2, what: [`${id}:USD`] },
  ]);
  await vi.waitFor(
    () => expect(heardByOlder).toEqual([`${id}:USD`, `${id}:ZAR`, `${id}:AED`, String(id), `${id}:USD`]),
    SOON,
  );
});

test('what is undone, or changes nothing, has no version', async () => {
  const before = await log();
  const undone = db()
    .transaction()
    .execute(async (trx) => {
      await fix(trx, ['USD'], '1.1');
      throw new Error('undone');
    });
  await expect(undone).rejects.toThrow('undone');
  await db().updateTable('fixings').set({ sale: '2' }).where('currency_code', '=', 'none').execute();
  await db()
    .insertInto('currencies')
    .values(aCurrencyRow({ code: 'USD', label: 'x' }))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  expect(await log()).toEqual(before);
  await fix(db(), ['USD'], '1.1');
  expect((await log()).at(-1)?.version).toBe((before.at(-1)?.version ?? 0) + 1);
});

test('what is too much to be named is everything, whether one statement changes it or many', async () => {
  await addManyBureaux(opened.database, 501);
  expect((await log()).at(-1)?.what).toEqual(['all']);
  await addManyBureaux(opened.database, 0);
  await db()
    .transaction()
    .execute(async (trx) => {
      for (let i = 0; i < 501; i++) await fix(trx, ['USD'], String(1 + i / 1_000));
    });
  expect((await log()).at(-1)?.what).toContain('all');
  await vi.waitFor(() => expect(sales()).toEqual([1.5]), SOON);
});

test('versions follow the order of commits, and leave none out, whatever runs at once', async () => {
  await fix(db(), ['USD', 'ZAR', 'AED'], '1');
  const from = await selectMark(db());
  const codes = ['USD', 'ZAR', 'AED'];
  // a reader that never stops sees no version before the one that it follows
  let isOver = false;
  const seen: number[] = [];
  const reading = (async () => {
    let mark: Mark = from;
    while (!isOver) {
      const news = await selectNews(db(), mark);
      expect(news).not.toBeNull();
      for (let v = mark.version + 1; v <= (news?.mark.version ?? 0); v++) seen.push(v);
      mark = news?.mark ?? mark;
    }
  })();
  const order = fc.sample(fc.array(fc.constantFrom(...codes), { minLength: 1, maxLength: 4 }), {
    numRuns: 120,
    seed: 15,
  });
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (const [i, statements] of order.entries()) {
      if (i % 6 !== writer) continue;
      await db()
        .transaction()
        .execute(async (trx) => {
          // in one order, so that none waits for the other in a circle
          for (const code of statements.toSorted()) await fix(trx, [code], String(2 + i / 1_000));
          if (i % 10 === 0) await sql`SELECT pg_sleep(0.005)`.execute(trx);
        });
    }
  });
  await Promise.all(writers);
  await vi.waitFor(async () => expect(seen.at(-1)).toBe((await selectMark(db())).version), SOON);
  isOver = true;
  await reading;
  expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => from.version + i + 1));
  // the last version of each row is the last one that named it
  await vi.waitFor(() => expect(opened.followed.version()).toBe(from.version + 120), SOON);
  const held = await db().selectFrom('fixings').select(['currency_code as code', 'sale']).execute();
  for (const { code, sale } of held) expect(sales(code)).toEqual([Number(sale)]);
});

test('a batch is read by the instance at once: one version further, each of its fixings there', async () => {
  const before = opened.followed.version() ?? 0;
  await fix(db(), ['USD', 'ZAR', 'AED'], '1.25');
  await vi.waitFor(() => expect(opened.followed.version()).toBe(before + 1), SOON);
  expect(['USD', 'ZAR', 'AED'].map((code) => sales(code))).toEqual([[1.25], [1.25], [1.25]]);
});

test('a change read while all is read again counts: the position never goes back to where that began', async () => {
  const source = databaseSource({ db: db(), url: opened.database.url });
  let isFirst = true;
  const followed: FollowedBook = followRateBook({
    source: {
      ...source,
      async load(between) {
        const loaded = await source.load(between);
        if (isFirst) isFirst = false;
        else {
          await fix(db(), ['ZAR'], '1.4');
          await vi.waitFor(async () => {
            await between();
            expect(listed(followed.current(), 'ZAR', true)).toHaveLength(1);
          }, SOON);
        }
        return loaded;
      },
    },
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  });
  closers.push(() => followed.close());
  await followed.loaded;
  await addManyBureaux(opened.database, 501);
  await vi.waitFor(() => expect(followed.current()?.companies).toHaveLength(502), SOON);
  await vi.waitFor(() => expect(followed.isLive()).toBe(true), SOON);
  expect(followed.version()).toBe((await selectMark(db())).version);
});

test('after a lost connection it reads on from where it was, in the book that is there', async () => {
  await fix(db(), ['USD'], '1.1');
  await vi.waitFor(() => expect(sales()).toEqual([1.1]), SOON);
  const book = opened.followed.current();
  await opened.relay.cut();
  await vi.waitFor(() => expect(opened.followed.isLive()).toBe(false), SOON);
  for (let i = 0; i < 10; i++) await fix(db(), ['USD', 'ZAR'], String(1.2 + i / 100));
  await opened.relay.mend();
  await vi.waitFor(() => expect(sales('ZAR')).toEqual([1.29]), SOON);
  await vi.waitFor(() => expect(opened.followed.isLive()).toBe(true), SOON);
  expect(opened.followed.current()).toBe(book);
  expect(opened.followed.version()).toBe((await selectMark(db())).version);
});

test.each([
  ['was cleaned', sql`DELETE FROM changes WHERE version < (SELECT max(version) FROM changes)`],
  ['was emptied', sql`TRUNCATE changes`],
  ['is another one', sql`UPDATE changes SET at = at - interval '1 day'`],
  ['has a gap', sql`DELETE FROM changes WHERE version = (SELECT max(version) - 1 FROM changes)`],
])('where the log %s meanwhile, everything is read again', async (_what, change) => {
  const book = opened.followed.current();
  await opened.relay.cut();
  await vi.waitFor(() => expect(opened.followed.isLive()).toBe(false), SOON);
  for (let i = 0; i < 3; i++) await fix(db(), ['USD'], String(1.2 + i / 100));
  await change.execute(db());
  await opened.relay.mend();
  await vi.waitFor(() => expect(sales()).toEqual([1.22]), SOON);
  expect(opened.followed.current()).not.toBe(book);
  await vi.waitFor(() => expect(opened.followed.isLive()).toBe(true), SOON);
  // and it goes on from there
  await fix(db(), ['USD'], '1.3');
  await vi.waitFor(() => expect(sales()).toEqual([1.3]), SOON);
});

test('a notification that is lost, doubled, late or of nothing changes nothing', async () => {
  const say = (payload: string) => sql`SELECT pg_notify('changes', ${payload})`.execute(db());
  const book = opened.followed.current();
  for (const payload of ['1', '1', '999999', 'x', '']) await say(payload);
  await fix(db(), ['USD'], '1.4');
  await vi.waitFor(() => expect(sales()).toEqual([1.4]), SOON);
  await vi.waitFor(() => expect(opened.followed.isLive()).toBe(true), SOON);
  expect(opened.followed.current()).toBe(book);
});

test('the log is cleaned but for its last change, and says how long the first unread one has been there', async () => {
  for (let i = 0; i < 5; i++) await fix(db(), ['USD'], String(1.2 + i / 100));
  const { version } = await selectMark(db());
  await sql`UPDATE changes SET at = at - interval '1 hour'`.execute(db());
  expect(await selectLag(db(), version)).toBe(0);
  expect(await selectLag(db(), version - 1)).toBeGreaterThanOrEqual(3_600);
  const until = new Date(Date.now() - 1_800_000);
  expect(await deleteChanges(db(), until, 2)).toBe(2);
  while ((await deleteChanges(db(), until, 2)) > 0);
  expect((await log()).map((row) => row.version)).toEqual([version]);
  await fix(db(), ['USD'], '1.5');
  expect((await selectMark(db())).version).toBe(version + 1);
});
