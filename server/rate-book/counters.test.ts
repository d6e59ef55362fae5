import { expect, test } from 'vitest';
import { bestPercent } from './counters.ts';
import type { BookBranch } from './rate-book.ts';

test('the best percentage is found among however many branches', () => {
  const branch: BookBranch = {
    ...{ id: 1, name: 'A', kind: 'street', address: '', city: 'Lyon', position: null, phone: '' },
    ...{
      timeZone: 'Europe/Paris',
      sells: true,
      buysBack: false,
      openingKey: null,
      closures: [],
      percent: -850,
    },
  };
  const many = [...Array.from({ length: 200_000 }, () => branch), { ...branch, percent: -100 }];
  expect(bestPercent(many, 'sale')).toBe(-100);
  expect(bestPercent(many, 'purchase')).toBe(0);
});
