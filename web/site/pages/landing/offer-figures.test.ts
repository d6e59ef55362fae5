import { expect, test } from 'vitest';
import type { Offer } from '#domain/offers/offer.ts';
import { formatCost, formatLastRank } from './offer-figures.ts';

const offers = (count: number) => Array.from({ length: count }, () => ({}) as Offer);

test.each([
  [14, 14, 14, 'dernière'],
  [50, 50, 50, 'dernière'],
  [50, 50, 51, '50ᵉ'],
  // the others are to be confirmed: the last of the fresh ones is known
  [30, 50, 60, 'dernière au taux à jour'],
])('of %s compared, %s shown and %s in all, the last is the %s', (compared, shown, total, said) => {
  expect(formatLastRank(offers(compared), offers(shown), total)).toBe(said);
});

test.each([
  [2.5, 'coûte ', /^€\s2,50$/],
  [-2.5, 'fait gagner ', /^€\s2,50$/],
  [0, 'sans écart', null],
])('a cost of %s %s', (amount, verb, words) => {
  const { verb: said, cost } = formatCost({ currency: 'EUR', amount });
  expect(said).toBe(verb);
  if (words) expect(cost).toMatch(words);
  else expect(cost).toBeNull();
});
