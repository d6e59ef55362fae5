import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals, type Decimal, decimalText, parseDecimal } from '../money/decimal.ts';
import { isFartherThan } from '../money/deviation.ts';
import {
  dayFault,
  type Feed,
  feedTime,
  type HeldRate,
  type Jump,
  judgeFeed,
  type KnownRates,
  readableText,
} from './feed.ts';
import { readRate } from './feed-rate.ts';

const decimal = (text: string): Decimal => {
  const value = parseDecimal(text);
  if (!value) throw new RangeError(text);
  return value;
};
const heldOn = (day: string, rate: string): HeldRate => ({ at: feedTime(day), rate: decimal(rate) });

describe('a rate as written', () => {
  test.each([
    ['1.136', '1.136'],
    [' 1.136 ', '1.136'],
    ['1.1361000', '1.1361'],
    ['1.139126871', '1.13912687'],
    ['1.139126875', '1.13912688'],
    ['1592594.677879', '1592594.677879'],
    ['1e2', '100'],
    ['12500000000e-10', '1.25'],
    ['1.5E-3', '0.0015'],
    ['0.000000005', '0.00000001'],
    ['9999999.99999999', '9999999.99999999'],
    ['1.', '1'],
  ])('%s is %s', (text, expected) => {
    const rate = readRate(text);
    expect(typeof rate === 'string' ? rate : decimalText(rate)).toBe(expected);
  });

  test.each([
    ['-1.136', 'not_positive'],
    ['-0', 'not_positive'],
    ['0', 'not_positive'],
    ['0.000', 'not_positive'],
    ['', 'unreadable'],
    ['N/A', 'unreadable'],
    ['NaN', 'unreadable'],
    ['Infinity', 'unreadable'],
    ['1,136', 'unreadable'],
    ['0x10', 'unreadable'],
    ['1 136', 'unreadable'],
    ['.5', 'unreadable'],
    ['1e999', 'unreadable'],
    ['1e9999', 'unreadable'],
    ['1'.repeat(61), 'unreadable'],
    ['0.000000004', 'unreadable'],
    ['10000000', 'unreadable'],
    ['9999999.999999995', 'unreadable'],
  ])('%s is refused: %s', (text, reason) => {
    expect(readRate(text)).toBe(reason);
  });
});

describe('a day', () => {
  const now = '2026-09-29T16:00:00.000Z';
  test.each([
    ['2026-09-29', null],
    ['1999-01-04', null],
    ['2026-09-30', null],
    ['2026-10-01', 'to_come'],
    ['2027-09-29', 'to_come'],
    ['2026-02-30', 'not_a_day'],
    ['2026-13-01', 'not_a_day'],
    ['2026-9-29', 'not_a_day'],
    ['29/09/2026', 'not_a_day'],
    ['0000-01-01', 'not_a_day'],
    ['+012026-01-01', 'not_a_day'],
    ['2026-01-01 ', 'not_a_day'],
    ['2026-01-01T00:00:00.000Z', 'not_a_day'],
    ['', 'not_a_day'],
  ])('%s: %s', (day, fault) => {
    expect(dayFault(day, now)).toBe(fault);
  });

  test('is in the future if it begins more than 24 hours from now', () => {
    expect(dayFault('2026-10-01', '2026-09-30T00:00:00.000Z')).toBe(null);
    expect(dayFault('2026-10-01', '2026-09-29T23:59:59.999Z')).toBe('to_come');
  });
});

describe('a feed rate against the stored rate', () => {
  function judge(text: string, options: { day?: string; held?: HeldRate | null; jump?: Jump } = {}) {
    const { day = '2026-09-29', held = heldOn('2026-09-28', '1'), jump } = options;
    const known: KnownRates = {
      held: new Map([['USD', held]]),
      jumps: new Map(jump && [['USD', jump]]),
    };
    return judgeFeed({ day, source: null, rates: new Map([['USD', text]]) }, known);
  }
  const outcomeOf = (...asked: Parameters<typeof judge>) => {
    const { accepted, refusals } = judge(...asked);
    return accepted[0] ? (accepted[0].isNew ? 'new' : 'held already') : refusals[0]?.reason;
  };

  test.each([
    ['1.25', 'new'],
    ['1.25000001', 'jump'],
    ['0.75', 'new'],
    ['0.74999999', 'jump'],
    ['4', 'jump'],
    ['0', 'not_positive'],
    ['-1', 'not_positive'],
    ['un', 'unreadable'],
  ])('%s with 1 stored: %s', (text, outcome) => {
    expect(outcomeOf(text)).toBe(outcome);
  });

  test('the bound is exact where binary fractions are not', () => {
    // 1.1361 × 1.25 and × 0.75
    expect(outcomeOf('1.420125', { held: heldOn('2026-09-28', '1.1361') })).toBe('new');
    expect(outcomeOf('1.42012501', { held: heldOn('2026-09-28', '1.1361') })).toBe('jump');
    expect(outcomeOf('0.852075', { held: heldOn('2026-09-28', '1.1361') })).toBe('new');
    expect(outcomeOf('0.85207499', { held: heldOn('2026-09-28', '1.1361') })).toBe('jump');
  });

  test('any rate is accepted for a currency without one, none for an unknown currency', () => {
    expect(outcomeOf('123456', { held: null })).toBe('new');
    const feed: Feed = { day: '2026-09-29', source: null, rates: new Map([['BTC', '1']]) };
    expect(judgeFeed(feed, { held: new Map(), jumps: new Map() })).toEqual({
      accepted: [],
      refusals: [],
      jumps: [],
    });
  });

  test('the stored day: an equal figure is already stored, another one replaces it', () => {
    const held = heldOn('2026-09-29', '1.1361');
    expect(outcomeOf('1.13610', { held })).toBe('held already');
    expect(outcomeOf('1.1362', { held })).toBe('new');
    expect(outcomeOf('1.1361', { held: heldOn('2026-09-28', '1.1361') })).toBe('new');
    expect(outcomeOf('1.1361', { held: heldOn('2026-09-30', '1.1361') })).toBe('older');
    expect(outcomeOf('1.1361', { held: { at: '2026-09-29T08:00:00.000Z', rate: held.rate } })).toBe('older');
  });

  test('a jump is recorded with its day, and the answer names the rate that stays', () => {
    expect(judge('1.5')).toEqual({
      accepted: [],
      refusals: [{ code: 'USD', rate: '1.5', held: '1', reason: 'jump' }],
      jumps: [{ code: 'USD', day: '2026-09-29', rate: decimal('1.5') }],
    });
  });

  test.each([
    ['another day', '2026-09-28', '1.5', 'new'],
    ['the same day', '2026-09-29', '1.5', 'jump'],
    ['another day, at the bound', '2026-09-28', '1.2', 'new'],
    ['another day, past the bound', '2026-09-28', '1.19999999', 'jump'],
    ['another day, the other way', '2026-09-28', '0.5', 'jump'],
  ])('1.5 with 1 stored and a jump recorded on %s', (_what, day, rate, outcome) => {
    expect(outcomeOf('1.5', { jump: { day, rate: decimal(rate) } })).toBe(outcome);
  });

  test('a recorded jump does not excuse an older or a negative rate', () => {
    const jump = { day: '2026-09-01', rate: decimal('1.5') };
    expect(outcomeOf('1.5', { jump, held: heldOn('2026-09-30', '1') })).toBe('older');
    expect(outcomeOf('-1.5', { jump })).toBe('not_positive');
  });
});

// code points but halves of pairs; fast-check's own `binary` takes a second to make in each process
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

describe('any feed', () => {
  const codes = ['USD', 'GBP', 'MAD', 'XOF'];
  const day = fc.integer({ min: 1, max: 9 }).map((n) => `2026-09-0${n}`);
  const rate = fc.integer({ min: 1, max: 4_000 }).map((n) => decimal(`${n}e-3`));
  const text = fc.oneof(
    { weight: 5, arbitrary: rate.map(decimalText) },
    { weight: 1, arbitrary: fc.constantFrom('0', '-1', 'NaN', '', '1e400', '1.123456789012') },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
  );
  const feed = fc
    .record({ day, rates: fc.dictionary(fc.constantFrom(...codes, 'BTC', 'EUR'), text) })
    .map((drawn): Feed => ({ ...drawn, source: null, rates: new Map(Object.entries(drawn.rates)) }));
  const known = fc
    .record({
      held: fc.tuple(...codes.map(() => fc.option(fc.record({ at: day.map(feedTime), rate })))),
      jumps: fc.tuple(...codes.map(() => fc.option(fc.record({ day, rate })))),
    })
    .map(
      ({ held, jumps }): KnownRates => ({
        held: new Map(codes.map((code, i) => [code, held[i] ?? null])),
        jumps: new Map(
          codes.flatMap((code, i): [string, Jump][] => {
            const jump = jumps[i];
            return jump ? [[code, jump]] : [];
          }),
        ),
      }),
    );

  /** What is known once the verdict is written down. */
  function writtenDown(
    before: KnownRates,
    { day: at }: Feed,
    verdict: ReturnType<typeof judgeFeed>,
  ): KnownRates {
    const held = new Map(before.held);
    const jumps = new Map(before.jumps);
    for (const accepted of verdict.accepted) {
      held.set(accepted.code, { at: feedTime(at), rate: accepted.rate });
      jumps.delete(accepted.code);
    }
    for (const jump of verdict.jumps) jumps.set(jump.code, jump);
    return { held, jumps };
  }

  test('is accepted or refused once for each known currency, and for no other', () => {
    fc.assert(
      fc.property(feed, known, (said, before) => {
        const { accepted, refusals } = judgeFeed(said, before);
        const judged = [...accepted, ...refusals].map(({ code }) => code);
        expect(judged.toSorted()).toEqual([...said.rates.keys()].filter((c) => codes.includes(c)).toSorted());
      }),
    );
  });

  test('accepts no rate that is not positive, older, or far off without another day’s confirmation', () => {
    fc.assert(
      fc.property(feed, known, (said, before) => {
        for (const { code, rate: taken } of judgeFeed(said, before).accepted) {
          const held = before.held.get(code);
          const jump = before.jumps.get(code);
          expect(taken.units).toBeGreaterThan(0);
          if (!held) continue;
          expect(feedTime(said.day) >= held.at).toBe(true);
          const isNear = !isFartherThan(25, taken, held.rate);
          const isSeen = jump && jump.day !== said.day && !isFartherThan(25, taken, jump.rate);
          expect(isNear || isSeen).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('changes nothing when read again: the same refusals, nothing new', () => {
    fc.assert(
      fc.property(feed, known, (said, before) => {
        const first = judgeFeed(said, before);
        const again = judgeFeed(said, writtenDown(before, said, first));
        expect(again.accepted.map(({ code }) => code)).toEqual(first.accepted.map(({ code }) => code));
        expect(again.accepted.every(({ isNew }) => !isNew)).toBe(true);
        expect(again.refusals).toEqual(first.refusals);
      }),
    );
  });

  test('of the next day confirms every jump of this one', () => {
    fc.assert(
      fc.property(feed, known, (said, before) => {
        const first = judgeFeed(said, before);
        const next = { ...said, day: '2026-09-30' };
        const taken = judgeFeed(next, writtenDown(before, said, first)).accepted;
        for (const jump of first.jumps) {
          const same = taken.find(({ code }) => code === jump.code);
          expect(same && compareDecimals(same.rate, jump.rate)).toBe(0);
        }
      }),
    );
  });

  test('records no jump of a rate that is refused for another reason', () => {
    const feed: Feed = { day: '2026-09-20', source: null, rates: new Map([['USD', '9']]) };
    const verdict = judgeFeed(feed, {
      held: new Map([['USD', heldOn('2026-09-28', '1.1361')]]),
      jumps: new Map(),
    });
    expect(verdict.refusals.map(({ reason }) => reason)).toEqual(['older']);
    expect(verdict.jumps).toEqual([]);
  });

  test('displays only printable text, at most forty characters', () => {
    expect(readableText('1,5é\n')).toBe('1,5??');
    expect(readableText('x'.repeat(41))).toBe('x'.repeat(40));
  });

  test('leaves text that can be stored: printable, and bounded', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (written) => {
        expect(readableText(written)).toMatch(/^[\x20-\x7e]{0,40}$/);
      }),
    );
  });
});
