import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { changeAmount, swapCurrencies } from '#domain/comparator/comparator.ts';
import { startWhere } from '#domain/comparator/where.ts';
import { type Comparison, useComparison } from './use-comparison.ts';

const CURRENCIES = [
  { code: 'EUR', label: 'euro', rate: 1 },
  { code: 'USD', label: 'dollar des États-Unis', rate: 1.25 },
];

type Asked = { body: unknown; signal: AbortSignal; answer: (status: number, body: unknown) => void };
let asked: Asked[];

beforeEach(() => {
  asked = [];
  vi.spyOn(window, 'fetch').mockImplementation(
    (_, { body, signal }: RequestInit = {}) =>
      new Promise((resolve, reject) => {
        // the client gives both
        asked.push({
          body: JSON.parse(body as string),
          signal: signal as AbortSignal,
          answer: (status, answer) => resolve(new Response(JSON.stringify(answer), { status })),
        });
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
});

let shown: Comparison;

function Landing() {
  shown = useComparison(CURRENCIES);
  return null;
}

function show(address: string) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <Landing /> },
      { path: '/elsewhere', element: <p>L’autre page</p> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

const typed = (cents: number) => changeAmount(shown.state, 'offer', cents, CURRENCIES);
const compare = (cents: number) => act(async () => shown.compare(typed(cents)));
const answer = (of: Asked | undefined, total: number) =>
  act(async () => of?.answer(200, { offers: [], total, currency_rate: { rate: 1.25 } }));

test('without a search in the address, no call is made', () => {
  show('/');
  expect(shown.outcome.status).toBe('none');
  expect(shown.state).toMatchObject({ offer: { currency: 'EUR', amount: 0 }, wish: { currency: 'USD' } });
  expect(asked).toEqual([]);
});

test('a search in the address fills the form and is sent', async () => {
  show('/?offre=500&de=EUR&vers=USD');
  expect(shown.state).toMatchObject({ offer: { amount: 500_00 }, wish: { amount: 625_00 }, typed: 'offer' });
  expect(shown.outcome.status).toBe('waiting');
  expect(asked.map(({ body }) => body)).toEqual([
    { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD', amount: 625 } },
  ]);
  await answer(asked[0], 3);
  expect(shown.outcome).toMatchObject({ status: 'found', answer: { total: 3 }, search: shown.state });
});

test('an amount to receive is sent as such', () => {
  show('/?cible=300&de=EUR&vers=USD');
  expect(asked.map(({ body }) => body)).toEqual([
    { offer: { currency: 'EUR' }, wish: { currency: 'USD', amount: 300 }, target: 'wish' },
  ]);
});

test.each([
  ['nothing', 0],
  ['more than may be compared', 10_000_000_01],
])('a form of %s is not compared', async (_, cents) => {
  const router = show('/');
  await compare(cents);
  expect(asked).toEqual([]);
  expect(router.state.location.search).toBe('');
  expect(shown.outcome.status).toBe('none');
});

test('a comparison is sent once, and adds an entry to the history', async () => {
  const router = show('/');
  await compare(500_00);
  expect(router.state.location.search).toBe('?offre=500&de=EUR&vers=USD');
  expect(router.state.historyAction).toBe('PUSH');
  await answer(asked[0], 3);
  expect(asked).toHaveLength(1);
  expect(shown.outcome.status).toBe('found');
});

test('a repeated comparison is sent again, without a second entry of the history', async () => {
  const router = show('/?offre=500&de=EUR&vers=USD');
  await answer(asked[0], 3);
  const before = shown.outcome;
  await act(async () => shown.compare(shown.state));
  expect(router.state.historyAction).toBe('REPLACE');
  await answer(asked[1], 3);
  expect(shown.outcome.status).toBe('found');
  // so that the page brings the results into view again
  expect('search' in shown.outcome && 'search' in before && shown.outcome.search !== before.search).toBe(
    true,
  );
});

test('a change of the form leaves the results', async () => {
  show('/?offre=500&de=EUR&vers=USD');
  await answer(asked[0], 3);
  act(() => shown.change(swapCurrencies(shown.state, CURRENCIES)));
  expect(shown.state.offer.currency).toBe('USD');
  expect(shown.outcome).toMatchObject({ status: 'found', search: { offer: { currency: 'EUR' } } });
  expect(asked).toHaveLength(1);
});

test('a newer comparison replaces the pending one', async () => {
  show('/');
  await compare(500_00);
  await compare(800_00);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await answer(asked[1], 5);
  expect(shown.outcome).toMatchObject({ status: 'found', search: { offer: { amount: 800_00 } } });
});

test('going back sends the earlier comparison with its own amounts', async () => {
  const router = show('/');
  await compare(500_00);
  act(() => shown.change(typed(800_00)));
  await compare(800_00);
  await act(() => router.navigate(-1));
  expect(shown.state.offer.amount).toBe(500_00);
  expect(asked.at(-1)?.body).toMatchObject({ offer: { amount: 500 } });
  await answer(asked.at(-1), 3);
  expect(shown.outcome).toMatchObject({ status: 'found', search: { offer: { amount: 500_00 } } });
});

test('going back before any comparison shows none', async () => {
  const router = show('/');
  await compare(500_00);
  await act(() => router.navigate(-1));
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true]);
  expect(shown.outcome.status).toBe('none');
});

test('a failure differs from an answer without offers', async () => {
  show('/?offre=500&de=EUR&vers=USD');
  await act(async () => asked[0]?.answer(503, { message: 'Un instant.', code: 'unavailable' }));
  expect(shown.outcome).toMatchObject({ status: 'failed', failure: { status: 503, message: 'Un instant.' } });
});

test('leaving the page cancels the comparison, and coming back sends it again', async () => {
  const router = show('/?offre=500&de=EUR&vers=USD');
  await act(() => router.navigate('/elsewhere'));
  await screen.findByText('L’autre page');
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true]);
  await act(() => router.navigate(-1));
  await waitFor(() => expect(asked).toHaveLength(2));
  await answer(asked[1], 3);
  expect(shown.outcome.status).toBe('found');
});

test('a new place or filter leaves the results until its answer', async () => {
  show('/');
  const place = {
    kind: 'commune',
    code: '23096',
    label: 'Guéret (23)',
    postcodes: [],
    lat: 46,
    lon: 2,
  } as const;
  await act(async () => shown.choosePlace({ ...place, postcodes: [] }, null));
  await act(async () => shown.compare({ ...typed(50_000), where: startWhere('23096') }));
  await answer(asked[0], 3);
  const where = { ...startWhere('23096'), radius: 5 as const };
  await act(async () => shown.refine(where));
  expect(shown.outcome).toMatchObject({
    status: 'waiting',
    search: { where },
    previous: { answer: { total: 3 } },
  });
  // a second press before the answer adds to the first
  await act(async () => shown.refine({ ...where, open: '2026-11-25T14:30' }));
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(asked[2]?.body).toMatchObject({ near: { radius_km: 5 }, open_at: '2026-11-25T13:30:00.000Z' });
  expect(shown.outcome).toMatchObject({ status: 'waiting', previous: { answer: { total: 3 } } });
  await answer(asked[2], 1);
  expect(shown.outcome).toMatchObject({ status: 'found', answer: { total: 1 } });
  // another amount shows nothing of them
  await compare(60_000);
  expect(shown.outcome).toEqual({ status: 'waiting', search: expect.anything() });
});
