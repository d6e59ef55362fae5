import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { anOffer, anOfferBranch, anOffersAnswer } from '#domain/testing/offers.ts';
import { aBooking, aBookingBranch, someTerms } from '#domain/testing/reservations.ts';
import type { RequestedExchange } from './draft.ts';
import { freshDraft } from './stored-draft.ts';
import { WaysOn } from './WaysOn.tsx';

const NOW = Date.parse('2026-11-20T08:10:00Z');
const [TODAY, TOMORROW] = ['2026-11-20', '2026-11-21'] as const;
const NINE = `${TODAY}T09:00:00.000Z`;
const exchange: RequestedExchange = {
  site: 'https://quais.example',
  side: 'sale',
  currency: 'USD',
  target: 'offer',
  cents: 500_00,
  branch: null,
};
const opens = [TODAY, TOMORROW].map((day) => ({ from: `${day}T08:00:00.000Z`, to: `${day}T17:00:00.000Z` }));
const here = aBookingBranch({
  branch: 1,
  name: 'Gare',
  city: 'Lyon',
  postcode: '69002',
  rate: 1.1285,
  opens,
  stock: [
    { day: TODAY, up_to: 200 },
    { day: TOMORROW, up_to: 1_000 },
  ],
});
const there = {
  ...here,
  branch: 2,
  name: 'Opéra',
  stock: here.stock.map((one) => ({ ...one, up_to: 1_000 })),
};
const booking = aBooking({
  counters: [here, there],
  terms: someTerms({ answer_minutes: 15, modes: { counter: { delay_minutes: 0 } } }),
});
const price = { offered: 499_78, received: 564_00, fee: 0 };
const draft = { ...freshDraft(exchange), branch: 1, amount: 564_00, pickupAt: Date.parse(NINE) };
let asked: [string, unknown][];

beforeEach(() => {
  asked = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (url, { body } = {}) => {
    asked.push([String(url), typeof body === 'string' ? JSON.parse(body) : null]);
    const place = { kind: 'commune', code: '69382', label: 'Lyon (69)', postcodes: [], lat: 45.7, lon: 4.8 };
    const offers = [
      anOffer({ company: { site: exchange.site }, takes_reservations: true }),
      anOffer({ company: { name: 'Sans', site: 'https://sans.example' } }),
      anOffer({
        company: { name: 'Zéphyr', site: 'https://zephyr.example' },
        takes_reservations: true,
        rate: 1.12,
        branch: anOfferBranch({ id: 9 }),
      }),
    ];
    return new Response(
      JSON.stringify(String(url).includes('places') ? [place] : anOffersAnswer({ offers })),
    );
  });
});

async function show({ isBarred = false } = {}) {
  const onTake = vi.fn();
  const refused = { booking, exchange, draft, branch: here, price, isBarred };
  await act(async () => {
    render(
      <MemoryRouter>
        <WaysOn message="Pas assez de billets." refused={refused} now={NOW} onTake={onTake} />
      </MemoryRouter>,
    );
  });
  return onTake;
}
const ways = () =>
  screen.queryAllByRole('button').map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '));

test('another day, another branch, the largest amount and another bureau are one press each', async () => {
  const onTake = await show();
  expect(ways()).toEqual([
    'Samedi 21 novembre à 9 h',
    'Opéra, vendredi 20 novembre à 10 h',
    '$ 200 pour € 177,23',
  ]);
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  expect(onTake.mock.calls.map(([change]) => change)).toEqual([
    { pickupAt: Date.parse(`${TOMORROW}T08:00:00Z`) },
    { branch: 2, pickupAt: Date.parse(NINE), payment: 'cash', amount: 564_00 },
    { cents: 177_23, amount: 200_00, notes: '', denominations: [] },
  ]);
  const link = await screen.findByRole('link', { name: /^Zéphyr, Lyon, \$\s564 pour €\s503,58$/ });
  expect(link.getAttribute('href')).toBe(
    '/reserver/https%3A%2F%2Fzephyr.example?vente=USD&cible=564&agence=9',
  );
  expect(asked.at(-1)?.[1]).toMatchObject({
    offer: { currency: 'EUR' },
    wish: { currency: 'USD', amount: 564 },
    target: 'wish',
    near: { lat: 45.7, lon: 4.8 },
    open_at: NINE,
  });
});

test('a bureau that takes nothing more from this person leaves other bureaux alone', async () => {
  await show({ isBarred: true });
  expect(ways()).toEqual([]);
  expect(await screen.findByRole('link', { name: /^Zéphyr/ })).toBeTruthy();
});
