import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { ALWAYS, addManyBureaux, listed, openTestBook, type TestBook } from '../testing/followed-book.ts';
import type { Relay } from '../testing/relay.ts';
import { aCurrencyRow, aFixingRow, aMidRateRow } from '../testing/rows.ts';
import { databaseSource } from './database-source.ts';
import { type FollowedBook, followRateBook } from './follow.ts';

let opened: TestBook;
let database: TestDatabase;
let relay: Relay;
let followed: FollowedBook;
let companyId: number;

beforeEach(async () => {
  opened = await openTestBook();
  ({ database, relay, followed, companyId } = opened);
});

afterEach(() => opened.close());

async function fix(sale: string): Promise<void> {
  await database.db
    .insertInto('fixings')
    .values(aFixingRow({ company_id: companyId, sale, updated_at: new Date() }))
    .onConflict((conflict) => conflict.columns(['company_id', 'currency_code']).doUpdateSet({ sale }))
    .execute();
}

/** The rates at which bureaux sell the dollar, best first. */
const sales = () => listed(followed.current(), 'USD', true).map(({ rate }) => String(rate));

/** On a machine that also does other things: `npm run proof` measures how soon. */
const SOON = { timeout: 20_000, interval: 10 };

test('currencies: the base, the counterpart, then by label; the newest mid rate with its source', () => {
  const currencies = followed.current()?.currencies ?? [];
  expect(currencies.map(({ code }) => code)).toEqual(['EUR', 'USD', 'AED', 'ZAR']);
  expect(currencies[1]).toMatchObject({
    rate: { units: 11361, scale: 4 },
    at: '2026-09-26T00:00:00.000Z',
    source: 'récente',
  });
});

test('a fixing written in the database is soon in the book, and so is its removal', async () => {
  await fix('1.10');
  await vi.waitFor(() => expect(sales()).toEqual(['1.1']), SOON);
  await fix('1.105');
  await vi.waitFor(() => expect(sales()).toEqual(['1.105']), SOON);
  await database.db.deleteFrom('fixings').execute();
  await vi.waitFor(() => expect(sales()).toEqual([]), SOON);
});

test('a mid rate or a company that changes is soon in the book', async () => {
  await database.db
    .insertInto('mid_rates')
    .values(aMidRateRow({ at: new Date('2026-09-27T00:00:00Z'), rate: '1.2', source: 'neuve' }))
    .execute();
  await vi.waitFor(
    () => expect(followed.current()?.currency('USD')?.rate).toEqual({ units: 12, scale: 1 }),
    SOON,
  );
  await database.db.updateTable('companies').set({ name: 'Quai neuf' }).execute();
  await vi.waitFor(
    () => expect(followed.current()?.companyBySite('https://quai.example')?.name).toBe('Quai neuf'),
    SOON,
  );
});

test('other mid rates leave the book and what each currency is served at where they are', async () => {
  await fix('1.10');
  await vi.waitFor(() => expect(sales()).toEqual(['1.1']), SOON);
  const book = followed.current();
  await database.db
    .insertInto('mid_rates')
    .values(aMidRateRow({ at: new Date('2026-09-27T00:00:00Z'), rate: '1.2', source: 'neuve' }))
    .execute();
  await vi.waitFor(
    () => expect(followed.current()?.currency('USD')).toMatchObject({ source: 'neuve' }),
    SOON,
  );
  expect(followed.current()).toBe(book);
  expect(sales()).toEqual(['1.1']);
  await fix('1.11');
  await vi.waitFor(() => expect(sales()).toEqual(['1.11']), SOON);
});

test('a currency that gets its first mid rate is compared with what was fixed before; one that loses it is not', async () => {
  const { db } = database;
  await db
    .insertInto('currencies')
    .values(aCurrencyRow({ code: 'MAD', label: 'dirham marocain' }))
    .execute();
  await db
    .insertInto('fixings')
    .values(aFixingRow({ company_id: companyId, currency_code: 'MAD', sale: '10.5', updated_at: new Date() }))
    .execute();
  await db
    .insertInto('mid_rates')
    .values(
      aMidRateRow({
        currency_code: 'MAD',
        at: new Date('2026-09-27T00:00:00Z'),
        rate: '10.71',
        source: 'neuve',
      }),
    )
    .execute();
  await vi.waitFor(
    () => expect(followed.current()?.currency('MAD')?.rate).toEqual({ units: 1071, scale: 2 }),
    SOON,
  );
  expect(followed.current()?.sideOffers('MAD', true, ALWAYS).total).toBe(1);
  expect(followed.current()?.fixingCount).toBe(1);
  await db.deleteFrom('mid_rates').where('currency_code', '=', 'MAD').execute();
  await vi.waitFor(() => expect(followed.current()?.currency('MAD')).toBeUndefined(), SOON);
  expect(followed.current()?.fixingCount).toBe(0);
});

test('tells until when it was true: now while it is live, the moment it was lost afterwards', async () => {
  await vi.waitFor(() => expect(followed.isLive()).toBe(true), SOON);
  const before = Date.now();
  expect(followed.trueUntil()?.getTime()).toBeGreaterThanOrEqual(before);
  await relay.cut();
  await vi.waitFor(() => expect(followed.isLive()).toBe(false), SOON);
  const lost = followed.trueUntil();
  expect(lost?.getTime()).toBeGreaterThanOrEqual(before);
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan((lost?.getTime() ?? 0) + 20), SOON);
  expect(followed.trueUntil()).toEqual(lost);
});

test('a write of more fixings than are named one by one is read as a whole', async () => {
  await addManyBureaux(database, 300);
  await database.db
    .insertInto('fixings')
    .columns(['company_id', 'currency_code', 'sale', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('companies')
        .select(({ lit, val }) => [
          'id',
          val('USD').as('code'),
          lit(1.1).as('sale'),
          val(new Date()).as('at'),
        ]),
    )
    .execute();
  await vi.waitFor(() => expect(sales()).toHaveLength(301), SOON);
});

test('with the database away the last book answers; what changed meanwhile is read on its return', async () => {
  await fix('1.10');
  await vi.waitFor(() => expect(sales()).toEqual(['1.1']), SOON);
  await relay.cut();
  await vi.waitFor(() => expect(followed.isLive()).toBe(false), SOON);
  await fix('1.09');
  expect(sales()).toEqual(['1.1']);
  await relay.mend();
  await vi.waitFor(() => expect(sales()).toEqual(['1.09']), SOON);
  await vi.waitFor(() => expect(followed.isLive()).toBe(true), SOON);
  expect(opened.logged.filter((message) => message.startsWith('changes'))).toEqual([
    'changes are no longer received; the last rate book keeps answering',
    'changes are received again',
  ]);
});

test('a change that is notified during a read for a higher version than there is is read', async () => {
  const source = databaseSource({ db: database.db, url: database.url });
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  let notify = (_version: number) => {};
  let isHeld = false;
  const book = followRateBook({
    source: {
      ...source,
      watch: (listener) => {
        notify = (version) => listener.onVersion(version);
        return source.watch(listener);
      },
      async news(mark) {
        const news = await source.news(mark);
        if (isHeld) {
          asked.resolve();
          await held.promise;
        }
        return news;
      },
    },
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  });
  await vi.waitFor(() => expect(book.isLive()).toBe(true), SOON);
  isHeld = true;
  notify(999_999);
  await asked.promise;
  await fix('1.10');
  // until its notification has come, too
  await vi.waitFor(() => expect(sales()).toEqual(['1.1']), SOON);
  notify(1);
  isHeld = false;
  held.resolve();
  const shown = () => listed(book.current(), 'USD', true).map(({ rate }) => String(rate));
  await vi.waitFor(() => expect(shown()).toEqual(['1.1']), SOON);
  await book.close();
});

test('while everything is read again a fixing shows in the book that still answers, and in the next one', async () => {
  const { db } = database;
  await addManyBureaux(database, 2_000);
  await vi.waitFor(() => expect(followed.current()?.companies.length).toBe(2_001), SOON);
  await vi.waitFor(() => expect(followed.isLive()).toBe(true), SOON);
  const before = followed.current();
  // told in one breath: everything changed, and this fixing
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('companies').set({ is_partner: true }).execute();
    await trx
      .insertInto('fixings')
      .values(aFixingRow({ company_id: companyId, sale: '1.10', updated_at: new Date() }))
      .execute();
  });
  await vi.waitFor(() => expect(sales()).toEqual(['1.1']), SOON);
  expect(followed.current()).toBe(before);
  while (followed.current() === before) await setImmediate();
  expect(sales()).toEqual(['1.1']);
});

test('no fixing is shown after the one that followed it, however often everything is read again', async () => {
  const { db } = database;
  await addManyBureaux(database, 2_000);
  let isOver = false;
  const rising = (async () => {
    for (let i = 1; i <= 120; i++) {
      const before = followed.current();
      const isForAll = i % 15 === 0;
      if (isForAll)
        await db
          .updateTable('companies')
          .set({ is_partner: i % 2 === 0 })
          .execute();
      await fix(String(1 + i / 1000));
      // a machine that is slow would read them all at once
      if (isForAll) await vi.waitFor(() => expect(followed.current()).not.toBe(before), SOON);
    }
    await vi.waitFor(() => expect(sales()).toEqual(['1.12']), SOON);
  })().finally(() => {
    isOver = true;
  });
  const books = new Set();
  let shown = 0;
  while (!isOver) {
    await setImmediate();
    books.add(followed.current());
    const now = Number(sales()[0] ?? 0);
    expect(now).toBeGreaterThanOrEqual(shown);
    shown = now;
  }
  await rising;
  expect(books.size).toBeGreaterThan(2);
});
