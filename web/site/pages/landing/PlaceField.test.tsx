import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { Comparator } from './Comparator.tsx';
// what is fetched when it is asked for is there at once
import './PlacePicker.tsx';
import { useComparison } from './use-comparison.ts';

const CURRENCIES = [
  { code: 'EUR', label: 'euro', rate: 1, at: '2026-11-20', source: 'BCE' },
  { code: 'USD', label: 'dollar des États-Unis', rate: 1.25, at: '2026-11-20', source: 'BCE' },
];
const place = (code: string, label: string) => ({
  kind: 'commune',
  code,
  label,
  postcodes: ['69001'],
  lat: 45.76,
  lon: 4.83,
});
const LYON = place('69381', 'Lyon 1er arrondissement (69)');

let givePosition: () => void;
let answers: Record<string, unknown>;

beforeEach(() => {
  answers = { '/places/nearest': { place: LYON } };
  vi.stubGlobal('navigator', {
    geolocation: {
      getCurrentPosition: (give: (position: unknown) => void) => {
        givePosition = () => give({ coords: { latitude: 45.757, longitude: 4.832 } });
      },
    },
  });
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    const path = Object.keys(answers).find((end) => String(url).includes(end));
    return path ? new Response(JSON.stringify(answers[path])) : new Promise(() => undefined);
  });
});

function Landing() {
  return <Comparator currencies={CURRENCIES} comparison={useComparison(CURRENCIES)} />;
}

function show(address = '/') {
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '/', element: <Landing /> }], { initialEntries: [address] })}
    />,
  );
}

const where = () => screen.getByRole('button', { name: /^Où/ });
const given = () => screen.getByLabelText<HTMLInputElement>('Je donne');

async function chooseHere() {
  fireEvent.click(where());
  fireEvent.click(await screen.findByRole('option', { name: /^Autour de moi/ }));
  await screen.findByText('Recherche de votre position…');
}

test('text typed during geolocation stays, even if invalid', async () => {
  show();
  await chooseHere();
  fireEvent.change(given(), { target: { value: '500' } });
  fireEvent.change(given(), { target: { value: '500 abc' } });
  act(() => givePosition());
  await waitFor(() => expect(where().textContent).toContain('Lyon 1er'));
  expect(given().value).toBe('500 abc');
  fireEvent.change(given(), { target: { value: '800' } });
  expect(given().value).toBe('800');
});

test('a position that arrives after the list was opened again is ignored', async () => {
  show();
  await chooseHere();
  fireEvent.click(where());
  await screen.findByRole('option', { name: /^Autour de moi/ });
  await act(async () => givePosition());
  await act(async () => undefined);
  expect(where().textContent).toContain('facultatif');
});

test('an unknown place of the address is dropped with a message', async () => {
  answers = {
    'places?code=99999': [],
    '/public/offers': { offers: [], total: 0, currency_rate: { rate: 1.25 } },
  };
  show('/?offre=500&de=EUR&vers=USD&lieu=99999');
  expect(where().textContent).toContain('…');
  await screen.findByText('Ce lieu n’est plus connu : comparaison partout.');
  expect(where().textContent).toContain('facultatif');
  expect(JSON.parse(String(vi.mocked(window.fetch).mock.lastCall?.[1]?.body))).not.toHaveProperty('near');
});

test.each([
  '2026-02-31T25:00',
  '2026-02-31T10:00',
  'demain',
])('the invalid moment %s of an address is left out of the comparison with a message', async (moment) => {
  answers = {
    'places?code=69381': [LYON],
    '/public/offers': { offers: [], total: 0, currency_rate: { rate: 1.25 } },
  };
  show(`/?offre=500&de=EUR&vers=USD&lieu=69381&ouvert=${moment}`);
  await screen.findByText('Ce jour et cette heure n’existent pas : comparaison à toute heure.');
  await waitFor(() => expect(String(vi.mocked(window.fetch).mock.lastCall?.[0])).toContain('/offers'));
  const body = JSON.parse(String(vi.mocked(window.fetch).mock.lastCall?.[1]?.body));
  expect(body).toHaveProperty('near');
  expect(body).not.toHaveProperty('open_at');
});

test('a place chosen during the lookup of the address stays', async () => {
  let answerCode: (places: unknown) => void = () => undefined;
  vi.mocked(window.fetch).mockImplementation(async (url) => {
    if (String(url).includes('places?code'))
      return new Promise((resolve) => {
        answerCode = (places) => resolve(new Response(JSON.stringify(places)));
      });
    if (String(url).includes('nearest')) return new Response(JSON.stringify({ place: LYON }));
    return new Promise(() => undefined);
  });
  show('/?offre=500&de=EUR&vers=USD&lieu=23096');
  await chooseHere();
  await act(async () => givePosition());
  await waitFor(() => expect(where().textContent).toContain('Lyon 1er'));
  await act(async () => answerCode([place('23096', 'Guéret (23)')]));
  await act(async () => undefined);
  expect(where().textContent).toContain('Lyon 1er');
});

test('Enter takes no place of the former text', async () => {
  answers = { 'q=Lyon': [LYON, place('69382', 'Lyon 2e arrondissement (69)')] };
  show();
  fireEvent.click(where());
  const search = await screen.findByRole('combobox');
  fireEvent.change(search, { target: { value: 'Lyon' } });
  await screen.findByRole('option', { name: /^Lyon 1er/ });
  fireEvent.change(search, { target: { value: 'Lyon 2' } });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Lyon 2e'),
  ]);
  fireEvent.change(search, { target: { value: 'Paris' } });
  expect(screen.queryByRole('option')).toBeNull();
  expect(screen.getByText('Recherche en cours…')).toBeDefined();
});
