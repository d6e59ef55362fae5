import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import { buildApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';
import { fastForm } from '../../../rate-book/fast/fast-form.ts';
import type { FollowedBook } from '../../../rate-book/follow.ts';
import { plainForm } from '../../../rate-book/plain-form.ts';
import type { BookForm, RateBook } from '../../../rate-book/rate-book.ts';
import { CLOSE, post, TYPE } from '../../../testing/comparisons.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { anyMarket, type GeneratedMarket } from '../../../testing/markets.ts';
import { bodyOf, exchange, listen } from '../../../testing/wire.ts';

type Server = { port: number; show(market: GeneratedMarket): void; close(): Promise<void> };

/** One for both: at two, a fixing may pass a limit in between. */
const NOW = new Date();

let database: TestDatabase;
/** With every trick, and without any. */
let fast: Server;
let plain: Server;

beforeAll(async () => {
  database = await createTestDatabase();
  fast = await open(true, fastForm);
  plain = await open(false, plainForm);
});
afterAll(async () => {
  await Promise.all([fast.close(), plain.close()]);
  await database.close();
});

async function open(isFast: boolean, form: BookForm): Promise<Server> {
  let shown: RateBook = form.create([], []);
  // what is asked here reads nothing else of it
  const book = {
    current: () => shown,
    onChange: () => () => undefined,
  } as Partial<FollowedBook> as FollowedBook;
  const config = readConfig({
    DATABASE_URL: database.url,
    SECRET: 'of-a-test-and-of-nothing-else-0123456789',
    RATE_LIMIT: '1000000',
  });
  const app = await buildApp({
    db: database.db,
    book,
    blog: { current: () => null } as never,
    config,
    now: () => NOW,
    log: pino({ level: 'silent' }),
    fast: isFast,
  });
  return {
    port: await listen(app),
    show({ currencies, companies, fixings }) {
      shown = form.create(currencies, companies);
      for (const { code, companyId, rates } of fixings) shown.set(code, companyId, rates);
    },
    close: () => app.close(),
  };
}

/** 'offers[].company.name', of every field that an answer has. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => fieldsOf(one, `${path}[]`)))];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, one]) => fieldsOf(one, path === '' ? key : `${path}.${key}`));
}

test('the fast form answers the bytes of the plain form: any market, currency and amount', async () => {
  const asked = fc.record({
    pair: fc.nat(),
    offerIsBase: fc.boolean(),
    cents: fc.oneof(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.integer({ min: 1_000_000_001, max: 999_999_999_999_999 }),
      fc.integer({ min: 100_000_000_000_000, max: 999_999_999_999_999 }).map((tens) => tens * 10),
    ),
  });
  const shown = { fresh: 0, toConfirm: 0 };
  await fc.assert(
    fc.asyncProperty(
      anyMarket,
      fc.array(asked, { minLength: 1, maxLength: 4 }),
      async (market, comparisons) => {
        for (const server of [fast, plain]) server.show(market);
        const [base, ...others] = market.currencies.map(({ code }) => code);
        for (const { pair, offerIsBase, cents } of comparisons) {
          const other = others[pair % others.length];
          const [given, wanted] = offerIsBase ? [base, other] : [other, base];
          const body = JSON.stringify({
            offer: { currency: given, amount: cents / 100 },
            wish: { currency: wanted },
          });
          const [heard, expected] = await Promise.all(
            [fast, plain].map(({ port }) => exchange(port, post(body, CLOSE + TYPE))),
          );
          // both refuse what is worth too much at the rate of that market
          if (bodyOf(expected ?? '').includes('"code":')) {
            expect(bodyOf(heard ?? '')).toBe(bodyOf(expected ?? ''));
            continue;
          }
          const [answer, reference]: OffersAnswer[] = [heard, expected].map((text) =>
            JSON.parse(bodyOf(text ?? '')),
          );
          expect(fieldsOf(answer), 'the fields that the fast form writes').toEqual(fieldsOf(reference));
          expect(answer).toEqual(reference);
          expect(bodyOf(heard ?? '')).toBe(bodyOf(expected ?? ''));
          for (const { is_fresh } of reference?.offers ?? []) shown[is_fresh ? 'fresh' : 'toConfirm'] += 1;
        }
      },
    ),
    { numRuns: 200 },
  );
  expect(Object.values(shown)).not.toContain(0);
});
