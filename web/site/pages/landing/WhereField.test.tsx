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

test('what is typed while a position is looked for stays, even what cannot be read', async () => {
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

test('a position that comes after the list was opened again is not wanted any more', async () => {
  show();
  await chooseHere();
  fireEvent.click(where());
  await screen.findByRole('option', { name: /^Autour de moi/ });
  await act(async () => givePosition());
  await act(async () => undefined);
  expect(where().textContent).toContain('facultatif');
});
