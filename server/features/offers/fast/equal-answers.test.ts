import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decimalOf } from '#domain/money/decimal.ts';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import { buildApp } from '../../../app.ts';
import { fastForm } from '../../../book/fast-book.ts';
import type { FollowedBook } from '../../../book/follow.ts';
import { plainForm } from '../../../book/plain-form.ts';
import type { BookForm, Openings, RateBook } from '../../../book/rate-book.ts';
import { readConfig } from '../../../config.ts';
import { aBookBranch, aBookCompany, aBookCurrency, someRates } from '../../../testing/book.ts';
import { CLOSE, post, TYPE } from '../../../testing/comparisons.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { anyBranch, anyMarket, anyRates, type GeneratedMarket, HOURS } from '../../../testing/markets.ts';
import { bodyOf, exchange, listen } from '../../../testing/wire.ts';

type Server = {
  port: number;
  show(market: GeneratedMarket): void;
  /** The book of what is shown. */
  book(): RateBook;
  close(): Promise<void>;
};

/** One for both: at two, a fixing may pass a limit in between. */
const NOW = new Date();
const DAY = 24 * 60 * 60_000;
/** Of branches that have said some: open for six hours a day, from now on. */
const OPENINGS: Openings = new Map([
  [
    HOURS,
    {
      until: NOW.getTime() + 8 * DAY,
      stretches: Array.from({ length: 8 }, (_, n) => {
        const from = Math.floor(NOW.getTime() / 60_000) * 60_000 + n * DAY;
        return [new Date(from).toISOString().slice(0, 10), from, from + DAY / 4] as const;
      }),
    },
  ],
]);

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
      shown = form.create(currencies, companies, OPENINGS);
      for (const { code, companyId, rates } of fixings) shown.set(code, companyId, rates);
    },
    book: () => shown,
    close: () => app.close(),
  };
}

/** 'offers[].company.name', of every field that an answer has. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => fieldsOf(one, `${path}[]`)))];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, one]) => fieldsOf(one, path === '' ? key : `${path}.${key}`));
}

/** Asks both the same, who must answer the same; null: both refuse it. */
async function askBoth(body: string): Promise<OffersAnswer | null> {
  const [heard = '', expected = ''] = await Promise.all(
    [fast, plain].map(async ({ port }) => bodyOf((await exchange(port, post(body, CLOSE + TYPE))) ?? '')),
  );
  const isRefused = expected.includes('"code":');
  if (!isRefused) {
    const [answer, reference]: OffersAnswer[] = [heard, expected].map((text) => JSON.parse(text));
    expect(fieldsOf(answer), 'the fields that the fast form writes').toEqual(fieldsOf(reference));
    expect(answer).toEqual(reference);
  }
  expect(heard).toBe(expected);
  return isRefused ? null : JSON.parse(expected);
}

/** What the site may ask of branches, as it writes it. */
const anyWishes = fc
  .record({
    near: fc.record({
      lat: fc.integer({ min: 45_500, max: 46_000 }).map((n) => n / 1000),
      lon: fc.integer({ min: 4_500, max: 5_200 }).map((n) => n / 1000),
      radius_km: fc.constantFrom(2, 5, 20, 200),
    }),
    open_at: fc.option(fc.integer({ min: -DAY, max: 7 * DAY }), { nil: undefined }),
    kinds: fc.constantFrom(undefined, ['airport']),
    buys_back: fc.constantFrom(undefined, true),
    sort: fc.constantFrom(undefined, 'distance'),
  })
  .map(({ open_at, ...wishes }) => ({
    ...wishes,
    open_at: open_at === undefined ? undefined : new Date(NOW.getTime() + open_at).toISOString(),
  }));

const asked = fc.record({
  pair: fc.nat(),
  offerIsBase: fc.boolean(),
  wishes: fc.option(anyWishes),
  cents: fc.oneof(
    fc.integer({ min: 1, max: 300 }),
    fc.integer({ min: 1, max: 1_000_000_000 }),
    fc.integer({ min: 1_000_000_001, max: 999_999_999_999_999 }),
    fc.integer({ min: 100_000_000_000_000, max: 999_999_999_999_999 }).map((tens) => tens * 10),
  ),
});

/** What becomes of a bureau: it fixes a rate, has other branches, is suspended, and comes back. */
const anAct = fc.record({
  what: fc.constantFrom('fix', 'move', 'suspend', 'come back'),
  bureau: fc.nat(),
  pair: fc.nat(),
  rates: anyRates,
  branches: fc.array(anyBranch, { maxLength: 2 }),
});

function act(book: RateBook, market: GeneratedMarket, { what, bureau, pair, rates, branches }: Act): void {
  const company = market.companies[bureau % Math.max(1, market.companies.length)];
  if (!company) return;
  const [, ...others] = market.currencies.map(({ code }) => code);
  const fixings = market.fixings.filter(({ companyId }) => companyId === company.id);
  const known = new Map(fixings.map(({ code, rates }) => [code, rates]));
  if (what === 'fix') book.set(others[pair % others.length] ?? '', company.id, rates);
  else if (what === 'suspend') book.removeCompany(company.id);
  else book.setCompany(what === 'move' ? { ...company, branches } : company, known);
}

type Act = typeof anAct extends fc.Arbitrary<infer A> ? A : never;

const SURE_RATES = someRates({ sale: 1.1, purchase: 1.1 }, NOW.getTime() - 60_000);
const sureBureau = (id: number, openingKey: string | null) =>
  aBookCompany({
    id,
    logo: 'bureau',
    branches: [aBookBranch({ id, kind: 'station', position: { lat: 45.76, lon: 4.86 }, openingKey })],
  });
/** Has an offer of each sort, whatever is made up besides: fresh and to be confirmed, with hours and without. */
const SURE_MARKET: GeneratedMarket = {
  currencies: ['EUR', 'USD'].map((code) =>
    aBookCurrency({ code, rate: decimalOf(1.1), at: NOW.toISOString(), source: 'BCE' }),
  ),
  companies: [sureBureau(0, HOURS), sureBureau(1, null)],
  fixings: [
    { code: 'USD', companyId: 0, rates: SURE_RATES },
    { code: 'USD', companyId: 1, rates: { ...SURE_RATES, updatedAt: NOW.getTime() - 2 * DAY } },
  ],
};
const SURE_COMPARISONS = [
  {
    pair: 0,
    offerIsBase: true,
    cents: 50_000,
    wishes: {
      near: { lat: 45.76, lon: 4.86, radius_km: 20 as const },
      kinds: undefined,
      buys_back: undefined,
      sort: undefined,
      open_at: undefined,
    },
  },
];

test('the fast form answers the bytes of the plain form: any market, currency, amount and place, again after each act of a bureau', async () => {
  const shown = { fresh: 0, toConfirm: 0, hours: 0, noHours: 0 };
  const comparisons = fc.array(asked, { minLength: 1, maxLength: 3 });
  const acts = fc.array(anAct, { minLength: 1, maxLength: 4 });
  const fixing: Act = { what: 'fix', bureau: 0, pair: 0, rates: SURE_RATES, branches: [] };
  await fc.assert(
    fc.asyncProperty(anyMarket, comparisons, acts, async (market, all, done) => {
      for (const server of [fast, plain]) server.show(market);
      const [base, ...others] = market.currencies.map(({ code }) => code);
      const codeOf = (pair: number) => others[pair % others.length] ?? '';
      const bodies = all.map(({ pair, offerIsBase, cents, wishes }) => {
        const [given, wanted] = offerIsBase ? [base, codeOf(pair)] : [codeOf(pair), base];
        return JSON.stringify({
          offer: { currency: given, amount: cents / 100 },
          wish: { currency: wanted },
          ...wishes,
        });
      });
      const askAll = async () => {
        for (const body of bodies) {
          const answer = await askBoth(body);
          for (const { is_fresh, branch } of answer?.offers ?? []) {
            shown[is_fresh ? 'fresh' : 'toConfirm'] += 1;
            if (branch) shown[branch.open ? 'hours' : 'noHours'] += 1;
          }
        }
      };
      await askAll();
      for (const one of done) {
        for (const server of [fast, plain]) act(server.book(), market, one);
        await askAll();
      }
    }),
    { numRuns: 150, examples: [[SURE_MARKET, SURE_COMPARISONS, [fixing]]] },
  );
  expect(Object.values(shown)).not.toContain(0);
});
