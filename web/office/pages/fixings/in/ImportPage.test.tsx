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
import { WaitingTable } from './WaitingTable.tsx';

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
  return render(
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
  // the press leaves the focus where it is
  all.focus();
  fireEvent.click(all);
  expect(counts()).toEqual(['1 taux à reprendre', '4 à part']);
  expect(document.activeElement).toBe(all);
});

const filter = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'Lignes montrées' })).getByRole('button', { name });
const verdict = (line: number) => document.querySelector(`[data-acts="${line}"]`)?.parentElement?.textContent;
const actOf = (line: number, name: string) =>
  screen.getByRole('button', { name: new RegExp(`^${name}.*ligne ${line}$`) });
const awaitFocus = (name: string | RegExp) =>
  vi.waitFor(() => expect(document.activeElement?.textContent).toMatch(name));

test('a line is left and taken back, with the focus on what undoes it, and a refused one is left too', async () => {
  await open(<PasteAtOnce text={`${TABLE}\nUSD\t1,19\t1,09\nUSD\tabc\t1,10`} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Garder les premiers' }));
  expect(screen.getByText('Le premier taux de chaque devise est gardé')).toBeTruthy();
  expect(counts()).toEqual(['1 taux à reprendre', '1 refusé, 1 écarté, 4 à part']);
  fireEvent.click(actOf(2, 'Laisser'));
  expect(verdict(2)).toContain('Laissé');
  // another line has the dollar too
  expect(counts()).toEqual(['1 taux à reprendre', '1 refusé, 1 laissé, 4 à part']);
  await awaitFocus(/^Rétablir/);
  fireEvent.click(actOf(2, 'Rétablir'));
  expect(verdict(2)).toContain('Changé');
  await awaitFocus(/^Laisser/);
  fireEvent.click(filter(/^Refusées 1$/));
  fireEvent.click(actOf(8, 'Laisser'));
  expect(counts()).toEqual(['1 taux à reprendre', '1 écarté, 1 laissé, 4 à part']);
  expect(filter(/^Laissées 1$/)).toBeTruthy();
});

test('an abandoned table comes back with its choices, here or on the page of the rates', async () => {
  const { unmount } = await open(<PasteAtOnce text={`${TABLE}\nUSD\t1,19\t1,09`} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Garder les premiers' }));
  fireEvent.click(within(bar()).getByRole('button', { name: 'Abandonner' }));
  expect(screen.queryByRole('region', { name: 'Reprise du tableau' })).toBeNull();
  await awaitFocus('Rouvrir');
  fireEvent.click(screen.getByRole('button', { name: 'Rouvrir' }));
  const firsts = () => screen.getByRole('button', { name: 'Garder les premiers' });
  expect(firsts().getAttribute('aria-pressed')).toBe('true');
  unmount();

  render(
    <MemoryRouter>
      <WaitingTable />
    </MemoryRouter>,
  );
  const waiting = () => screen.queryByRole('region', { name: 'Tableau en attente' });
  expect(waiting()?.textContent).toMatch(/^Votre tableau collé .+ vous attendVos choix sont gardés\./);
  fireEvent.click(screen.getByRole('button', { name: 'Abandonner' }));
  expect(waiting()).toBeNull();
  await awaitFocus('Reprendre le tableau');
  fireEvent.click(screen.getByRole('button', { name: 'Reprendre le tableau' }));
  expect(waiting()).toBeTruthy();
});

test('a direction that is chosen is read at once, and titles that seem exchanged are exchanged by a press alone', async () => {
  await open(<PasteAtOnce text={'Devise\tAchat\tVente\nUSD\t1,1060\t1,1710\nJPY\t176,1\t184,2'} />);
  expect(await screen.findByText(/achat en colonne B, vente en colonne C/)).toBeTruthy();
  expect(screen.getByText(/les titres des deux colonnes sont échangés/)).toBeTruthy();
  expect(counts()).toEqual(['Choisissez ou corrigez une ligne pour la reprendre.', '1 à corriger, 1 à part']);
  fireEvent.click(screen.getByRole('button', { name: 'Inverser les deux colonnes' }));
  expect(screen.getByText(/achat en colonne C, vente en colonne B/)).toBeTruthy();
  expect(counts()).toEqual(['1 taux à reprendre', '1 à part']);

  fireEvent.click(screen.getByRole('button', { name: 'Corriger la lecture' }));
  const direction = screen.getByLabelText('Sens des taux');
  fireEvent.change(direction, { target: { value: 'base_per_1' } });
  expect(screen.getByText(/^Lu en € pour 1 unité/)).toBeTruthy();
  fireEvent.change(direction, { target: { value: 'per_base' } });
  expect(counts()).toEqual(['1 taux à reprendre', '1 à part']);
});
