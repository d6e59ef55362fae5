import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalOf } from '../money/decimal.ts';
import {
  DEFAULT_TERMS,
  findWrongAmount,
  findWrongTerm,
  isAcceptedAtOnce,
  modeOf,
  type ReservationTerms,
} from '../terms/terms.ts';
import { formatBuyBack, formatCovered, returnedBase } from './buy-back.ts';
import { findObstacle, formatObstacle, type Obstacle } from './fixed-now.ts';
import { formatPromise, formatPromised, promisedOf } from './promise.ts';

const PAID = { base: 'EUR', rate: decimalOf(1.1285), fee: 0 };
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');

test('each rule is one sentence', () => {
  expect(formatPromise(DEFAULT_TERMS, 'EUR', 'sale').map(plain)).toEqual([
    'Assurance taux : si le marché tourne contre vous, votre taux reste le même pendant 2 jours.',
    'S’il tourne en votre faveur, c’est le taux réservé qui s’applique.',
    'Dès votre demande, le montant est mis de côté et vous est réservé.',
    'Le bureau répond en 2 h d’ouverture au plus, sinon la demande s’annule d’elle-même.',
  ]);
  const generous: ReservationTerms = {
    ...DEFAULT_TERMS,
    hold_hours: 36,
    accepts_up_to: 500,
    takes_better_rate: true,
    buy_back: { share: 30, days: 14, percent_off: 2.5 },
  };
  expect(formatPromise(generous, 'EUR', 'sale').map(plain)).toEqual([
    'Assurance taux : si le marché tourne contre vous, votre taux reste le même pendant 36 h.',
    'S’il tourne en votre faveur, le taux du jour de ce bureau s’applique au guichet : vous payez moins pour les mêmes billets.',
    'Dès votre demande, le montant est mis de côté et vous est réservé.',
    'Jusqu’à € 500, la réservation est acceptée tout de suite ; au-delà, le bureau répond en 2 h d’ouverture au plus, sinon la demande s’annule d’elle-même.',
    'Garantie de reprise : le bureau reprend jusqu’à 30 % de vos billets dans les 14 jours qui suivent la remise, sur présentation du bordereau, pour 2,5 % de moins que vous ne les avez payés.',
  ]);
  const bought = { currency: 'USD', amount: 333_00, at: null, timeZone: 'Europe/Paris', ...PAID };
  expect(formatPromised(promisedOf(generous, 'USD'), 'sale', bought).map(plain)).toEqual([
    ...formatPromise(generous, 'EUR', 'sale').slice(0, 3).map(plain),
    'Garantie de reprise : le bureau reprend jusqu’à $ 99 (30 % de vos billets) dans les 14 jours qui suivent la remise, sur présentation du bordereau. Au taux réservé, $ 99 rendus : € 85,53, soit 2,5 % de moins que vous ne les avez payés.',
  ]);
  // a purchase has no buy-back promise
  expect(formatPromise(generous, 'EUR', 'purchase')).toHaveLength(4);
  expect(formatPromised(promisedOf(generous, 'USD'), 'purchase', bought)).toEqual(
    formatPromise(generous, 'EUR', 'purchase').slice(0, 3),
  );
});

describe('after the hand-over, the buy-back promise states its last day, by the branch’s calendar', () => {
  // Sunday in Paris, Saturday in Martinique
  const at = '2026-11-21T23:30:00.000Z';
  const said = (back: ReservationTerms['buy_back'], bought: object = {}) =>
    formatPromised({ ...promisedOf(DEFAULT_TERMS, 'USD'), buy_back: back }, 'sale', {
      currency: 'USD',
      amount: 333_00,
      at,
      timeZone: 'Europe/Paris',
      ...PAID,
      ...bought,
    }).map(plain);
  const KEEP =
    'Gardez le bordereau. Parité efface votre réservation au bout de 30 jours, sauf si vous gardez votre compte.';

  test.each([
    [
      { share: 30, days: 365, percent_off: 2.5 },
      {},
      'jusqu’au lundi 22 novembre 2027 compris, le bureau reprend $ 99 au plus (30 % de vos billets), sur présentation du bordereau. $ 99 rendus : € 85,53, soit 2,5 % de moins que vous ne les avez payés.',
    ],
    [
      { share: 100, days: 1, percent_off: 0 },
      { timeZone: 'America/Martinique', fee: 4_90 },
      'jusqu’au dimanche 22 novembre 2026 compris, le bureau reprend $ 333 au plus (tous vos billets), sur présentation du bordereau. $ 333 rendus : € 295,08, ce que vous les avez payés, frais non compris.',
    ],
  ])('%j %j', (back, bought, sentence) => {
    expect(said(back, bought)).toEqual([`Garantie de reprise : ${sentence}`, KEEP]);
    expect(sentence.match(/jusqu’/g)).toHaveLength(1);
  });

  test('is a whole number of the smallest note of then, or of hundredths where it is unknown', () => {
    const back = { share: 50, days: 30, percent_off: 0 };
    const most = (smallest_note: number | undefined, amount: number) => {
      const { smallest_note: _, ...older } = promisedOf(DEFAULT_TERMS, 'USD');
      const promised = { ...older, buy_back: back, ...(smallest_note !== undefined && { smallest_note }) };
      const notes = { currency: 'USD', amount, at, timeZone: 'Europe/Paris', ...PAID };
      return plain(formatPromised(promised, 'sale', notes)[0])?.match(/reprend (\$ [\d ,]+) au plus \(/)?.[1];
    };
    expect(promisedOf(DEFAULT_TERMS, 'USD').smallest_note).toBe(1);
    const own = [{ currency: 'USD', values: [100, 20] }];
    expect(promisedOf({ ...DEFAULT_TERMS, denominations: own }, 'USD').smallest_note).toBe(20);
    expect(promisedOf(DEFAULT_TERMS, 'XXX')).not.toHaveProperty('smallest_note');
    expect(most(1, 565_00)).toBe('$ 282');
    expect(most(20, 560_00)).toBe('$ 280');
    expect(most(20, 540_00)).toBe('$ 260');
    expect(most(undefined, 564_25)).toBe('$ 282,12');
    // half of one note is none
    expect(most(100, 100_00)).toBeUndefined();
    const one = { currency: 'USD', amount: 100_00, smallestNote: 100, at, timeZone: 'Europe/Paris', ...PAID };
    expect(formatCovered(back, one)).toBeNull();
  });

  test('is empty without such a promise', () => {
    expect(said(null)).toEqual([]);
    const back = { share: 30, days: 14, percent_off: 0 };
    const sold = { currency: 'EUR', amount: 100_00, at, timeZone: 'Europe/Paris', ...PAID };
    expect(formatPromised({ ...promisedOf(DEFAULT_TERMS, 'USD'), buy_back: back }, 'purchase', sold)).toEqual(
      [],
    );
  });

  test('names the following day if that is the last', () => {
    const back = { share: 100, days: 1, percent_off: 0 };
    expect(plain(formatBuyBack(back, true))).toBe(
      'Garantie de reprise : le bureau reprend tous vos billets le lendemain de la remise au plus tard, sur présentation du bordereau, au prix auquel vous les avez payés, frais non compris.',
    );
    const bought = { currency: 'USD', amount: 100_00, at: Date.parse(at), timeZone: 'Europe/Paris', ...PAID };
    expect(plain(formatCovered(back, bought))).toBe(
      '$ 100 au plus, jusqu’au lundi 23 novembre 2026. $ 100 rendus : € 88,61, ce que vous les avez payés.',
    );
    expect(plain(formatCovered({ ...back, percent_off: 1.5 }, bought))).toContain(
      '$ 100 rendus : € 87,28, soit 1,5 % de moins que vous ne les avez payés.',
    );
  });
});

test('returned notes are worth their rate less the percentage, rounded down once', () => {
  const hundredths = fc.integer({ min: 0, max: 50_00 });
  const rates = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), rates, hundredths, (amount, rate, off) => {
      const back = { share: 100, days: 30, percent_off: off / 100 };
      const cents = returnedBase(back, amount, decimalOf(rate / 10_000));
      const exact = BigInt(amount) * (10_000n - BigInt(off));
      expect(BigInt(cents) * BigInt(rate) <= exact).toBe(true);
      expect((BigInt(cents) + 1n) * BigInt(rate) > exact).toBe(true);
    }),
    { examples: [[100_00, 11_285, 1_50]] },
  );
});

const mode = DEFAULT_TERMS.modes.counter;
test.each<[Partial<ReservationTerms>, string | undefined]>([
  [{}, undefined],
  [{ minimum: 5_001 }, 'invalid_minimum'],
  [{ minimum: 50.001 }, 'invalid_amount'],
  [{ notes: ['choice'] }, 'no_denominations'],
  [{ notes: ['choice'], denominations: [{ currency: 'USD', values: [20] }] }, undefined],
  [{ denominations: [1, 2].map((value) => ({ currency: 'USD', values: [value] })) }, 'same_currency'],
  [{ hold_hours: 1 }, 'invalid_delay'],
  [{ modes: { ...DEFAULT_TERMS.modes, counter: { ...mode, is_offered: false } } }, 'no_mode'],
  [{ modes: { ...DEFAULT_TERMS.modes, counter: { ...mode, minimum: 6_000 } } }, 'invalid_minimum'],
])('terms with %j: %s', (change, code) => {
  expect(findWrongTerm({ ...DEFAULT_TERMS, ...change })?.code).toBe(code);
});

test.each([
  [49_99, 'counter', 'Ce bureau réserve à partir de € 50.'],
  [50_00, 'counter', undefined],
  [5_000_00, 'counter', undefined],
  [5_000_01, 'counter', 'Ce bureau réserve jusqu’à € 5 000.'],
  [99_99, 'airport', 'Ce bureau réserve à partir de € 100.'],
] as const)('%d hundredths at the %s: %s', (worth, at, message) => {
  const terms = { ...DEFAULT_TERMS, modes: { ...DEFAULT_TERMS.modes, airport: { ...mode, minimum: 100 } } };
  expect(plain(findWrongAmount(terms, at, worth, 'EUR')?.message)).toBe(message);
});

test('a company accepts automatically up to its own limit', () => {
  expect(isAcceptedAtOnce(DEFAULT_TERMS, 1)).toBe(false);
  expect(isAcceptedAtOnce({ accepts_up_to: 500 }, 500_00)).toBe(true);
  expect(isAcceptedAtOnce({ accepts_up_to: 500 }, 500_01)).toBe(false);
});

test('a limit is exact to the hundredth, regardless of doubles', () => {
  // 1000.1 * 100 is below 100010
  const amounts = fc.integer({ min: 1, max: 1_000_000_000 });
  fc.assert(
    fc.property(amounts, (cents) => {
      const limit = cents / 100;
      const terms = { ...DEFAULT_TERMS, minimum: limit, maximum: limit };
      expect(findWrongAmount(terms, 'counter', cents, 'EUR')).toBeUndefined();
      expect(findWrongAmount(terms, 'counter', cents - 1, 'EUR')?.code).toBe('below_minimum');
      expect(findWrongAmount(terms, 'counter', cents + 1, 'EUR')?.code).toBe('above_maximum');
      expect(isAcceptedAtOnce({ accepts_up_to: limit }, cents)).toBe(true);
      expect(isAcceptedAtOnce({ accepts_up_to: limit }, cents + 1)).toBe(false);
    }),
    { examples: [[100_010]] },
  );
});

test('notes are collected at a branch', () => {
  expect([modeOf(null), modeOf('station'), modeOf('airport'), modeOf('hotel')]).toEqual([
    'counter',
    'counter',
    'airport',
    'hotel',
  ]);
  expect(modeOf('no_counter')).toBeNull();
});

const fixed = { rate: decimalOf(1.105), updatedAt: 2_000, isHeld: false, isSuspended: false };
test.each<[typeof fixed | null, Obstacle | null]>([
  [fixed, null],
  [null, 'no_rate'],
  [{ ...fixed, isHeld: true }, 'rate_held'],
  [{ ...fixed, isSuspended: true }, 'rate_suspended'],
  [{ ...fixed, updatedAt: 999 }, 'rate_stale'],
  [{ ...fixed, updatedAt: 2_001 }, 'rate_changed'],
  [{ ...fixed, rate: decimalOf(1.1) }, 'rate_changed'],
])('%j, seen as of 2000: %s', (now, obstacle) => {
  expect(findObstacle(now, { rate: 1.105, updatedAt: 2_000 }, 1_000)).toBe(obstacle);
});

test('an unavailable rate has a sentence with the present one', () => {
  expect(plain(formatObstacle('rate_changed', 'sale', 'USD', decimalOf(1.1)))).toBe(
    'Le taux de ce bureau pour USD vient de changer : il est de 1,1000. La réservation n’est pas faite, et votre saisie est gardée.',
  );
  expect(formatObstacle('rate_suspended', 'purchase', 'USD', null)).toMatch(
    /^Ce bureau n’achète pas de USD en ce moment\. /,
  );
  expect(formatObstacle('no_rate', 'purchase', 'USD', null)).toMatch(
    /^Ce bureau n’a plus de taux d’achat pour USD\. /,
  );
});
