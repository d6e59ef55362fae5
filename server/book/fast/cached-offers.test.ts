import { expect, test } from 'vitest';
import { decimalOf } from '#domain/money/decimal.ts';
import { addCachedBytes, CachedOffers, cachedOffersOf } from './cached-offers.ts';
import { OfferColumns } from './offer-columns.ts';
import type { RankedSide } from './ranked-list.ts';
import { SelectionFront } from './selection-front.ts';

const MEGABYTE = 1024 * 1024;

test('what is kept near places is let go by its weight, what is asked for again last', () => {
  const lists = {} as RankedSide;
  const [often, once] = [
    { ids: [1], percents: [0] },
    { ids: [2], percents: [0] },
  ];
  let made = 0;
  const ask = (some: typeof often) =>
    cachedOffersOf(lists, some, () => {
      made += 1;
      return new CachedOffers(1, []);
    });
  const [first, other] = [ask(often), ask(once)];
  expect(made).toBe(2);
  for (let i = 0; i < 8; i++) {
    addCachedBytes(6 * MEGABYTE);
    expect(ask(often)).toBe(first);
  }
  expect(made).toBe(2);
  expect(ask(once)).not.toBe(other);
});

test('what is kept weighs what each offer, whoever makes it, takes in memory', () => {
  const offer = (nameRank: number, searchIndex?: number) => {
    return {
      nameRank,
      rate: decimalOf(1.0915),
      updatedAt: 1_800_000_000_123,
      isFresh: searchIndex === 7,
      searchIndex,
    };
  };
  const all = Array.from({ length: 64 }, (_, i) => offer(i, i));
  const ranked = new CachedOffers(64, [1, 2, 3]);
  const before = ranked.weight;
  ranked.toConfirm.front = new SelectionFront(all, null);
  const withFront = ranked.weight;
  expect(withFront - before).toBeGreaterThanOrEqual(64 * 32);
  ranked.firsts = { order: [], limit: 50, offers: new OfferColumns(all.slice(0, 50)) };
  expect(ranked.weight - withFront).toBeGreaterThanOrEqual(50 * 32);
});

test('an offer comes out of the columns as it went in', () => {
  const company = { id: 3 } as never;
  const offers = [0, 4_000_000, undefined].flatMap((searchIndex) =>
    [true, false].flatMap((isFresh) =>
      ['0.00000001', '999999.99999999', '12'].map((text) => {
        return {
          nameRank: 9_999,
          rate: decimalOf(Number(text)),
          updatedAt: 1_800_000_000_123,
          isFresh,
          searchIndex,
        };
      }),
    ),
  );
  const columns = new OfferColumns(offers);
  expect(columns.length).toBe(offers.length);
  for (const [i, { nameRank, rate, ...rest }] of offers.entries()) {
    expect(columns.nameRank(i)).toBe(nameRank);
    expect(columns.rate(i)).toEqual(rate);
    expect(columns.offerAt(i, company, rate, 7)).toEqual({ ...rest, rate, company, score: 7 });
  }
});
