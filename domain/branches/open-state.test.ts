import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aClosure } from '../testing/branches.ts';
import type { Closure } from './branch.ts';
import { dayAt, describeOpenState, type OpenInterval, openStateAt, spansOf, stateAt } from './open-state.ts';

const PARIS = 'Europe/Paris';
const at = (text: string) => Date.parse(text);
const plain = (words: string) => words.replaceAll('\u00a0', ' ');

describe('the opening state in French', () => {
  // a Saturday in winter: Paris is an hour ahead
  const now = at('2026-11-21T13:00:00Z');
  test.each<[boolean, string | null, string]>([
    [true, '2026-11-21T18:00:00Z', 'Ouvert jusqu’à 19 h'],
    [true, '2026-11-21T17:30:00Z', 'Ouvert jusqu’à 18 h 30'],
    [true, '2026-11-21T23:00:00Z', 'Ouvert jusqu’à minuit'],
    [true, '2026-11-22T01:00:00Z', 'Ouvert jusqu’à 2 h'],
    [true, '2026-11-21T13:20:00Z', 'Ferme dans 20 min'],
    [true, '2026-11-21T13:00:01Z', 'Ferme dans 1 min'],
    [true, '2026-11-21T13:59:00Z', 'Ferme dans 59 min'],
    [true, '2026-11-21T14:00:00Z', 'Ferme dans 1 h'],
    [true, '2026-11-23T18:00:00Z', 'Ouvert jusqu’à lundi 19 h'],
    [true, null, 'Ouvert'],
    [false, '2026-11-21T14:00:00Z', 'Ouvre à 15 h'],
    [false, '2026-11-22T11:00:00Z', 'Ouvre demain à midi'],
    [false, '2026-11-23T08:00:00Z', 'Ouvre lundi à 9 h'],
    [false, '2026-11-28T08:05:00Z', 'Ouvre le 28 novembre à 9 h 05'],
    [false, null, 'Fermé'],
  ])('open: %j until %s: %s', (is_open, changes, words) => {
    const changes_at = changes === null ? null : at(changes);
    expect(plain(describeOpenState({ is_open, changes_at }, now, PARIS))).toBe(words);
  });

  test('uses the branch’s time zone', () => {
    const state = { is_open: false, changes_at: at('2026-11-21T23:30:00Z') };
    expect(plain(describeOpenState(state, now, 'America/Martinique'))).toBe('Ouvre à 19 h 30');
    expect(plain(describeOpenState(state, now, 'Indian/Reunion'))).toBe('Ouvre demain à 3 h 30');
  });
});

test('adjacent hours are one opening; a closed day has none', () => {
  const stretches = [
    ['2026-11-20', 0, 10],
    ['2026-11-21', 10, 20],
    ['2026-11-22', 20, 30],
    ['2026-11-23', 40, 50],
  ] as const;
  expect(spansOf(stretches, [], PARIS)).toEqual([
    [0, 30],
    [40, 50],
  ]);
  const closure = aClosure({ from_day: '2026-11-21' });
  expect(spansOf(stretches, [closure], PARIS)).toEqual([
    [0, 10],
    [20, 30],
    [40, 50],
  ]);
});

test('a closure is worded by its end while the usual hours are open', () => {
  const usual = [['2026-11-21', at('2026-11-21T08:00Z'), at('2026-11-21T17:00Z')]] as const;
  const closed = (fields: Partial<Closure>, now: string) =>
    openStateAt(spansOf(usual, [aClosure({ from_day: '2026-11-21', ...fields })], PARIS), at(now), PARIS, {
      usual,
    });
  const noon = { from_time: '12:00', to_time: '14:00' };
  expect(closed(noon, '2026-11-21T10:30Z')).toMatchObject({ is_open: true, words: 'Ferme dans 30\u00a0min' });
  expect(closed(noon, '2026-11-21T11:00Z')).toEqual({
    is_open: false,
    changes_at: '2026-11-21T13:00:00.000Z',
    by_closure: true,
    words: 'Fermé jusqu’à 14\u00a0h',
  });
  expect(closed(noon, '2026-11-21T13:00Z')).toMatchObject({
    is_open: true,
    words: 'Ouvert jusqu’à 18\u00a0h',
  });
  expect(closed({ from_time: '12:00' }, '2026-11-21T16:00Z')).toMatchObject({
    by_closure: true,
    words: 'Fermé',
  });
  // closed anyway
  expect(closed({}, '2026-11-21T18:00Z')).not.toHaveProperty('by_closure');
});

test.each([
  ['2026-11-21T18:00:00Z', 'Fermé jusqu’à 19 h'],
  ['2026-11-21T23:00:00Z', 'Fermé jusqu’à minuit'],
  ['2026-11-22T08:00:00Z', 'Fermé jusqu’à demain 9 h'],
  ['2026-11-23T08:00:00Z', 'Fermé jusqu’à lundi 9 h'],
  ['2026-11-28T08:30:00Z', 'Fermé jusqu’au 28 novembre à 9 h 30'],
])('a closure until %s: %s', (changes, words) => {
  const state = { is_open: false, changes_at: at(changes), by_closure: true };
  expect(plain(describeOpenState(state, at('2026-11-21T13:00:00Z'), PARIS))).toBe(words);
});

describe('a branch is open where its usual hours are and no closure is', () => {
  const MINUTE = 60_000;
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const writeTime = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: PARIS, dateStyle: 'short', timeStyle: 'short' });

  // a week around each change of the clocks, and one without
  test.each(['2026-03-26', '2026-10-22', '2026-11-19'])('in the week of %s', (first) => {
    const midnight = at(`${first}T00:00Z`);
    const days = Array.from({ length: 7 }, (_, day) =>
      new Date(midnight + day * 1440 * MINUTE).toISOString().slice(0, 10),
    );
    const dayIndex = fc.integer({ min: 0, max: 6 });
    // openings in order, of which some run past midnight
    const openings = fc
      .array(fc.tuple(fc.integer({ min: 5, max: 600 }), fc.integer({ min: 5, max: 900 })), {
        minLength: 3,
        maxLength: 14,
      })
      .map((gaps) => {
        let end = midnight;
        return gaps.map(([gap, length]): OpenInterval => {
          const from = end + gap * MINUTE;
          end = from + length * MINUTE;
          return [dayAt(from, PARIS), from, end];
        });
      });
    const closures = fc.array(
      fc
        .tuple(dayIndex, dayIndex, fc.option(minutes), fc.option(minutes))
        .map(
          ([a, b, from, to]): Closure => ({
            from_day: days[Math.min(a, b)] ?? first,
            ...(from !== null && { from_time: writeTime(from) }),
            to_day: days[Math.max(a, b)] ?? first,
            ...(to !== null && { to_time: writeTime(to) }),
            reason: '',
          }),
        )
        .filter(
          ({ from_day, from_time, to_day, to_time }) =>
            !from_time || !to_time || `${from_day}${from_time}` < `${to_day}${to_time}`,
        ),
      { maxLength: 4 },
    );
    // instants at which the clock has shown the time, by looking at it each minute
    const reached = new Map<string, number>();
    const clock = Array.from({ length: 9 * 1440 }, (_, index) => midnight - 1440 * MINUTE + index * MINUTE);
    for (const instant of clock) {
      const shown = wall.format(instant).replace(' ', 'T');
      if (!reached.has(shown)) reached.set(shown, instant);
    }
    const shownTimes = [...reached.keys()].sort();
    const firstAt = (day: string, time: string) => {
      const asked = `${day}T${time}`;
      // a time that is skipped has come once a later one shows
      const later = () => shownTimes.find((one) => one >= asked) ?? '';
      return reached.get(asked) ?? reached.get(later()) ?? Number.POSITIVE_INFINITY;
    };

    fc.assert(
      fc.property(
        openings,
        closures,
        fc.array(fc.integer({ min: 0, max: 8 * 1440 }), { minLength: 30 }),
        (usual, closed, probes) => {
          const spans = spansOf(usual, closed, PARIS);
          const edges = closed.flatMap(({ from_day, from_time = '00:00', to_day, to_time = '00:00' }) => [
            firstAt(from_day, from_time),
            firstAt(to_day, to_time),
          ]);
          const instants = [
            ...probes.map((minute) => midnight + minute * MINUTE),
            ...edges,
            ...edges.map((edge) => edge - 1),
          ];
          for (const now of instants.filter(Number.isFinite)) {
            const opening = usual.find(([, from, to]) => from <= now && now < to);
            const isCovered = closed.some(
              ({ from_day, from_time, to_day, to_time }) =>
                opening &&
                (from_time ? firstAt(from_day, from_time) <= now : from_day <= opening[0]) &&
                (to_time ? now < firstAt(to_day, to_time) : opening[0] <= to_day),
            );
            const isOpen = opening !== undefined && !isCovered;
            if (stateAt(spans, now).is_open !== isOpen)
              expect.fail(`${isOpen ? 'closed' : 'open'} at ${new Date(now).toISOString()}`);
          }
          expect(spans.every(([from, to], index) => from < to && (spans[index - 1]?.[1] ?? 0) < from)).toBe(
            true,
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('the state changes at the very instant', () => {
  const spans = [
    [10, 20],
    [30, 40],
  ] as const;
  expect(stateAt(spans, 9)).toEqual({ is_open: false, changes_at: 10 });
  expect(stateAt(spans, 10)).toEqual({ is_open: true, changes_at: 20 });
  expect(stateAt(spans, 20)).toEqual({ is_open: false, changes_at: 30 });
  expect(stateAt(spans, 40)).toEqual({ is_open: false, changes_at: null });
  // open until the known times end, perhaps longer
  expect(stateAt(spans, 35, 40)).toEqual({ is_open: true, changes_at: null });
  expect(openStateAt(spans, 30, PARIS)).toMatchObject({
    is_open: true,
    changes_at: '1970-01-01T00:00:00.040Z',
  });
});
