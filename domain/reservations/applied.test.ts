import { expect, test } from 'vitest';
import { asHandedOver, exchangedAt } from './applied.ts';

test('the fee comes out of what a purchase hands over', () => {
  const price = { offered: 500_00, received: 440_50, fee: 5_00 };
  expect(exchangedAt('sale', price)).toEqual({ offered: 500, received: 440.5, handed_over: 440.5 });
  expect(exchangedAt('purchase', price)).toEqual({ offered: 500, received: 440.5, handed_over: 435.5 });
});

test('a better rate replaces the figures of the reservation', () => {
  const reserved = { number: '2026-1', rate: 1.1, received: 100, applied: null };
  expect(asHandedOver(reserved)).toEqual(reserved);
  const better = { ...reserved, applied: { rate: 1.2, received: 110 } };
  expect(asHandedOver(better)).toEqual({ ...better, rate: 1.2, received: 110 });
});
