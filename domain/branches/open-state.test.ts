import { describe, expect, test } from 'vitest';
import { aClosure } from '../testing/branches.ts';
import { describeOpenState, openStateAt, spansOf, stateAt } from './open-state.ts';

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
  expect(spansOf(stretches, [])).toEqual([
    [0, 30],
    [40, 50],
  ]);
  const closure = aClosure({ from_day: '2026-11-21' });
  expect(spansOf(stretches, [closure])).toEqual([
    [0, 10],
    [20, 30],
    [40, 50],
  ]);
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
