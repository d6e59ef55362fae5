import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aRate } from '#domain/testing/rates.ts';
import { openDrafts, typeDraft, useDrafts } from './drafts.ts';
import { usePublication } from './publish.ts';
import { Review } from './Review.tsx';

const never = (code: string) => aRate({ code, purchase: null, sale: null, updated_at: null, rate: 2 });
const rows = [aRate(), aRate({ code: 'GBP' }), never('AAA'), never('BBB'), never('CCC')];

beforeEach(() => openDrafts(1, rows));
afterEach(() => useDrafts.setState(useDrafts.getInitialState(), true));

async function review(drafts: Readonly<Record<string, string>>) {
  for (const row of rows) {
    const sale = drafts[row.code];
    if (sale !== undefined) typeDraft(row, 'sale', sale);
  }
  const element = (
    <Review rows={rows} unit="per_base" isOpen onClose={() => undefined} onPublished={() => undefined} />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  await act(async () => undefined);
  return {
    publish: screen.getByRole('button', { name: /^Publier/ }),
    ticks: () => screen.getAllByRole('checkbox'),
  };
}

test('first rates far from the mid rate are ticked together, once', async () => {
  const { publish, ticks } = await review({ AAA: '1.5', BBB: '1.6', USD: '1.1' });
  expect(ticks().map((tick) => tick.getAttribute('aria-label') ?? tick.parentElement?.textContent)).toEqual([
    'J’ai vérifié ces 2 premiers taux',
  ]);
  expect(within(screen.getByRole('list', { name: 'Premiers taux' })).getAllByRole('listitem')).toHaveLength(
    2,
  );
  expect(publish.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(ticks()[0] as HTMLElement);
  expect(publish.getAttribute('aria-disabled')).toBe('false');
  // a rate that changes since is one to check again
  act(() => typeDraft(rows[2] as (typeof rows)[0], 'sale', '1.4'));
  expect(publish.getAttribute('aria-disabled')).toBe('true');
});

test('a first rate by which the company loses is ticked alone, as is a rate that changes another', async () => {
  const { publish, ticks } = await review({ AAA: '1.5', BBB: '1.6', CCC: '2.5', GBP: '0.9' });
  expect(ticks()).toHaveLength(3);
  for (const name of [/^CCC : c’est bien/, /^GBP : c’est bien/, /premiers taux$/]) {
    expect(publish.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByRole('checkbox', { name }));
  }
  expect(publish.getAttribute('aria-disabled')).toBe('false');
});

test('each reason is said once', async () => {
  await review({ AAA: '1.5', GBP: '0.9' });
  expect(screen.getAllByText(/loin du taux intermédiaire/)).toHaveLength(2);
  expect(screen.getAllByText(/premier taux/)).toHaveLength(1);
});

test('an absurd rate is said by its cause, never by a figure', async () => {
  const { ticks } = await review({ USD: '110.5', GBP: '0.00001', AAA: '0.5', BBB: '0.2', CCC: '0.4' });
  expect(ticks()).toHaveLength(5);
  const said = screen.getByRole('dialog').textContent ?? '';
  expect(said).toContain('Cent fois trop grand.');
  expect(said).toContain('Sans rapport avec le taux intermédiaire.');
  expect(said).toContain('Écrit en EUR pour 1 AAA.');
  expect(said).not.toMatch(/\d{3},\d\s%|marge/);
});

test('a review that waits says whether its answer is late or lost, or it has not left', async () => {
  await review({ USD: '1.1' });
  const said = (['late', 'lost', 'offline'] as const).map((state) => {
    act(() => usePublication.setState({ count: 1, state }));
    return screen.getByRole('status').textContent;
  });
  expect(said[0]).toContain('plus de temps que d’habitude');
  expect(said[1]).toContain('La réponse s’est perdue');
  expect(said[2]).toContain('Vous êtes hors ligne.');
  act(() => usePublication.setState({ count: 0 }));
});
