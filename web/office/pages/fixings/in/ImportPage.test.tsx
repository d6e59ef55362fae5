import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { splitTable } from '#domain/sheets/split-table.ts';
import { aRate } from '#domain/testing/rates.ts';
import { aUser } from '#domain/testing/users.ts';
import { useDrafts } from '../drafts.ts';
import { importPage } from './ImportPage.tsx';
import { useTables } from './pending-table.ts';

const never = { purchase: null, sale: null, updated_at: null };
const rates = [
  aRate({ label: 'dollar des États-Unis' }),
  aRate({ code: 'GBP', label: 'livre sterling', rate: 0.86, ...never }),
  aRate({ code: 'CHF', label: 'franc suisse', rate: 0.94, ...never }),
  aRate({ code: 'JPY', label: 'yen', rate: 179, ...never }),
];
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/fixings/rates': { base: 'EUR', rates },
  '/api/fixings/sheet': { base: 'EUR', quote_unit: 'per_base', rows: [rates[0]] },
  '/api/fixings/table-form': null,
};
const TABLE = [
  'Devise\tAchat\tVente',
  'USD\t1,18\t1,10',
  'GBP\t0,89\t0,83',
  'CHF\t0,97\t0,91',
  'CHF\t0,98\t0,90',
  'JPY\t185\t174',
].join('\n');

const send = vi.fn<typeof fetch>();

beforeEach(() => {
  send.mockImplementation(async (url) => Response.json(ANSWERS[String(url)] ?? {}));
  vi.stubGlobal('fetch', send);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: (event: { data: unknown }) => void = () => undefined;
      postMessage(text: string) {
        queueMicrotask(() => this.onmessage({ data: { cells: splitTable(text) } }));
      }
      terminate() {}
    },
  );
});

afterEach(() => {
  useDrafts.setState(useDrafts.getInitialState(), true);
  useTables.setState(useTables.getInitialState(), true);
});

function paste(text: string) {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  document.body.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }));
}

function Path() {
  return <p>{useLocation().pathname}</p>;
}

// Paste at the moment at which the page stands, before what React does after it is painted.
function PasteAtOnce({ text }: { text: string }) {
  useLayoutEffect(() => paste(text), [text]);
  return null;
}

async function open(beside: ReactNode) {
  const { show } = await importPage.load({
    user: aUser({ id: 1, company_id: 1 }),
    params: {},
    url: new URL('http://backoffice.localhost/fixings/tableau'),
    signal: new AbortController().signal,
  });
  render(
    <MemoryRouter initialEntries={['/fixings/tableau']}>
      {show()}
      {beside}
      <Path />
    </MemoryRouter>,
  );
}

const bar = () => screen.getByRole('region', { name: 'Reprise du tableau' });
const counts = () =>
  within(bar())
    .getAllByRole('status')
    .map(({ textContent }) => textContent);

test('what is pasted as soon as the page stands is read', async () => {
  await open(<PasteAtOnce text={TABLE} />);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Tableau à coller');
  expect(field.value).toBe(TABLE);
  expect(await screen.findByRole('checkbox', { name: 'Ajouter aussi 3 devises' })).toBeTruthy();
  // its preview is shown
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('apercu'));
});

test('the bar at the foot counts every line, and its press or key takes the rates over', async () => {
  await open(<PasteAtOnce text={TABLE} />);
  await screen.findByText('1 taux à reprendre');
  expect(counts()).toEqual(['1 taux à reprendre', '4 à part']);
  expect(within(bar()).getByRole('button', { name: 'Reprendre 1 taux en brouillon' })).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  expect(screen.getByText('/fixings')).toBeTruthy();
  expect(useDrafts.getState().rows).toMatchObject({ USD: { purchase: '1.18', sale: '1.1' } });
  // its form is remembered
  await vi.waitFor(() => expect(send.mock.calls.at(-1)?.[1]).toMatchObject({ method: 'POST' }));
  expect(send.mock.calls.at(-1)?.[0]).toBe('/api/fixings/table-form');
});

test('lines of other currencies are explained, and added one by one or together', async () => {
  await open(<PasteAtOnce text={TABLE} />);
  // more lines than currencies
  const all = await screen.findByRole('checkbox', { name: 'Ajouter aussi 3 devises' });
  expect(screen.getByText(/^Votre bureau ne les propose pas encore\. Leurs 4 lignes/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'À part 4' }));
  expect(screen.getByText(/Ajoutez ces devises une à une, ou toutes/)).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Ajouter.*GBP, ligne 3$/ })));
  expect(counts()).toEqual(['2 taux à reprendre', '3 à part']);
  fireEvent.click(screen.getByRole('button', { name: /^Rétablir.*ligne 3$/ }));
  expect(counts()).toEqual(['1 taux à reprendre', '4 à part']);
  fireEvent.click(all);
  expect(counts()).toEqual(['3 taux à reprendre', '2 à choisir']);
  expect(screen.getByText('Votre bureau ne les propose pas encore.')).toBeTruthy();
});
