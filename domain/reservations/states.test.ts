import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Actor,
  isOpen,
  mayChange,
  mayReopen,
  openStates,
  type ReservationState,
  releasesStock,
  reopenings,
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
  ['collected', 'ready', ['bureau']],
  ['collected', 'cancelled', []],
  ['no_show', 'collected', ['bureau']],
  ['no_show', 'ready', []],
  ['lapsed', 'accepted', []],
])('%s to %s: by %j', (from, to, by) => {
  expect(actors.filter((actor) => mayChange(from, to, actor))).toEqual(by);
});

test('final states stay final but for a hand-over, which may be undone or come late', () => {
  expect(openStates).toEqual(['requested', 'accepted', 'ready']);
  for (const from of states.filter((state) => !isOpen(state))) {
    for (const to of states) {
      const isHandOver = `${from} ${to}` === 'collected ready' || `${from} ${to}` === 'no_show collected';
      for (const by of actors) expect(mayChange(from, to, by)).toBe(isHandOver && by === 'bureau');
    }
  }
});

test('what only the clock ends may be reopened, into each state from which it ends it, and nothing else', () => {
  for (const from of states) {
    for (const to of openStates) {
      expect(mayReopen(from, to)).toBe(mayChange(to, from, 'clock'));
    }
  }
  expect(
    reopenings.filter(({ from, to }) => transitions.some((one) => one.from === from && one.to === to)),
  ).toEqual([]);
});

test('any sequence of acts releases the stock once at most, and hands over what was ready', () => {
  const attempts = fc.array(fc.tuple(fc.constantFrom(...states), fc.constantFrom(...actors)), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(attempts, (tries) => {
      const passed: ReservationState[] = ['requested'];
      for (const [to, by] of tries) {
        if (mayChange(passed.at(-1) ?? 'requested', to, by)) passed.push(to);
      }
      expect(passed.filter(releasesStock).length).toBeLessThanOrEqual(1);
      // the stock is released at the end, for good
      if (passed.some(releasesStock)) expect(passed.findIndex(releasesStock)).toBe(passed.length - 1);
      // only what was accepted is collected
      const collected = passed.indexOf('collected');
      if (collected >= 0) expect(passed.slice(0, collected)).toContain('accepted');
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

test('a reservation that is not to be fetched gives its notes back', () => {
  expect(states.filter(releasesStock)).toEqual(['declined', 'lapsed', 'cancelled']);
});
