import { expect, test } from 'vitest';
import { badgesOf } from './waiting.ts';

test('the menu counts nothing twice: the dashboard has the sum of both others', () => {
  const waiting = { takes_reservations: true, to_accept: 2, to_prepare: 3, to_hand_over: 4 };
  expect(badgesOf(waiting)).toEqual({ orders: 5, reservations: 4, dashboard: 9 });
});
