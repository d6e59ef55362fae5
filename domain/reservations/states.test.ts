import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Actor,
  isOpen,
  mayChange,
  openStates,
  type ReservationState,
  releasesStock,
  reservationStates,
  transitions,
} from './states.ts';

const states = Object.keys(reservationStates) as ReservationState[];
const actors: readonly Actor[] = ['traveller', 'bureau', 'clock'];

test.each<[ReservationState, ReservationState, Actor[]]>([
  ['requested', 'accepted', ['bureau']],
  ['requested', 'declined', ['bureau']],
  ['requested', 'lapsed', ['clock']],
  ['requested', 'cancelled', ['traveller']],
  ['accepted', 'ready', ['bureau']],
  ['ready', 'collected', ['bureau']],
  ['ready', 'no_show', ['bureau', 'clock']],
  ['requested', 'collected', []],
  ['accepted', 'collected', []],
  ['accepted', 'requested', []],
  ['collected', 'cancelled', []],
  ['lapsed', 'accepted', []],
])('%s to %s: by %j', (from, to, by) => {
  expect(actors.filter((actor) => mayChange(from, to, actor))).toEqual(by);
});

test('final states stay final, and open states are those listed', () => {
  expect(openStates).toEqual(['requested', 'accepted', 'ready']);
  for (const from of states.filter((state) => !isOpen(state))) {
    for (const to of states) for (const by of actors) expect(mayChange(from, to, by)).toBe(false);
  }
});

test('any sequence of acts ends, passes no state twice, and releases the stock once at most', () => {
  const attempts = fc.array(fc.tuple(fc.constantFrom(...states), fc.constantFrom(...actors)), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(attempts, (tries) => {
      const passed: ReservationState[] = ['requested'];
      for (const [to, by] of tries) {
        if (mayChange(passed.at(-1) ?? 'requested', to, by)) passed.push(to);
      }
      expect(new Set(passed).size).toBe(passed.length);
      expect(passed.filter(releasesStock).length).toBeLessThanOrEqual(1);
      // nothing is collected that was not accepted and prepared
      if (passed.includes('collected')) {
        expect(passed).toEqual(['requested', 'accepted', 'ready', 'collected']);
      }
      // only a company accepts or declines
      for (const [at, to] of passed.entries()) {
        const by = transitions.find(
          (transition) => transition.from === passed[at - 1] && transition.to === to,
        )?.by;
        if (to === 'accepted' || to === 'declined') expect(by).toEqual(['bureau']);
      }
    }),
  );
});
