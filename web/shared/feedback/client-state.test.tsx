import { expect, test } from 'vitest';
import { useClientState } from './client-state.ts';

test('the shared state begins with two counters of 0, and nothing else', () => {
  expect(useClientState.getState()).toEqual({
    user: null,
    requests: 0,
    modals: [],
    notifications: { orders: 0, reservations: 0 },
    activePage: '',
    remote: { public_currencies: [] },
  });
});
