import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

const HOME = '203.0.113.7';
const AWAY = '203.0.113.8';

test('slots have an end by network and in all', () => {
  const slots = createSlots({ byNetwork: 2, inAll: 3 });
  expect(slots.take(HOME)).not.toBeNull();
  expect(slots.take(HOME)).not.toBeNull();
  expect(slots.take(HOME)).toBeNull();
  expect(slots.take(AWAY)).not.toBeNull();
  expect(slots.take(AWAY)).toBeNull();
});

test('a release frees one slot, once', () => {
  const slots = createSlots({ byNetwork: 2, inAll: 2 });
  const release = slots.take(HOME);
  slots.take(HOME);
  expect(slots.take(HOME)).toBeNull();
  release?.();
  release?.();
  const again = slots.take(HOME);
  expect(again).not.toBeNull();
  expect(slots.take(HOME)).toBeNull();
  again?.();
  expect(slots.take(AWAY)).not.toBeNull();
  expect(slots.take(AWAY)).toBeNull();
});

test('a network whose slots are all released has them all again', () => {
  const slots = createSlots({ byNetwork: 1, inAll: 2 });
  slots.take(HOME)?.();
  expect(slots.take(HOME)).not.toBeNull();
  expect(slots.take(HOME)).toBeNull();
});
