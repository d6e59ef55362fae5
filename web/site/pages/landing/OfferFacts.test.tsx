import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startComparator } from '#domain/comparator/comparator.ts';
import { anOffer, anOffersAnswer } from '#domain/testing/offers.ts';
import { Cost, Partner, Terms } from './OfferFacts.tsx';

const CURRENCIES = [
  { code: 'EUR', label: 'euro', rate: 1 },
  { code: 'USD', label: 'dollar des États-Unis', rate: 1.25 },
];
// clock of this machine, as for the ages of a list
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute);
const NOW = at(23, 11, 0);
const common = { search: startComparator(CURRENCIES), currencies: CURRENCIES, now: NOW };
const plain = (text: string | null) => text?.replace(/\s/g, ' ');

test.each([
  ['today', at(23, 9, 4), true, '1 EUR = 1,2000 USD'],
  ['yesterday', at(22, 13, 16), true, '1 EUR = 1,2000 USD, fixé hier à 13 h 16'],
  ['today, but not fresh', at(23, 9, 4), false, /^1 EUR = 1,2000 USD, à confirmer, fixé /],
  ['yesterday, and not fresh', at(22, 10, 0), false, /USD, à confirmer, fixé hier à 10 h 00$/],
])('the rate of a row has one direction, and its age where it was not fixed today: %s', (_, fixedAt, is_fresh, said) => {
  const offer = anOffer({ updated_at: fixedAt.toISOString(), is_fresh });
  const { container } = render(<Terms offer={offer} answer={anOffersAnswer()} {...common} />);
  expect(plain(container.textContent)).toMatch(said);
  if (typeof said === 'string') expect(plain(container.textContent)).toBe(said);
});

test.each([
  [20, '− coûte € 20,00, marge 4,00 %'],
  [-20, '+ fait gagner € 20,00, marge 4,00 %'],
  [0, 'sans écart, marge 4,00 %'],
])('a cost of %s against the mid rate is in euros and in percent', (amount, said) => {
  const offer = anOffer({ costs: { currency: 'EUR', amount } });
  const { container } = render(<Cost offer={offer} answer={anOffersAnswer()} {...common} />);
  expect(plain(container.textContent)).toBe(said);
});

test.each([
  [true, 'Partenaire sans effet sur le rang'],
  [false, ''],
])('the badge of a partner (%s) says that it moves no rank', (is_partner, said) => {
  const { container } = render(<Partner company={anOffer({ company: { is_partner } }).company} />);
  expect(container.textContent).toBe(said);
});
