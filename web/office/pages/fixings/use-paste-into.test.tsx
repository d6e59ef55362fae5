import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { aRate } from '#domain/testing/rates.ts';
import { useAnnouncement } from '../../announce.ts';
import { clearCells, typeCell, useCells } from './cells.ts';
import { openDrafts, useDrafts } from './drafts.ts';
import { takePasted, usePasteInto } from './use-paste-into.ts';

const rows = [aRate({ code: 'JPY', rate: 184, purchase: 190, sale: 184.2 }), aRate({ code: 'USD' })];

beforeEach(() => {
  useDrafts.setState(useDrafts.getInitialState(), true);
  useAnnouncement.setState(useAnnouncement.getInitialState(), true);
  clearCells();
  openDrafts(1, rows);
});

function Grid({ isOfBranch }: { isOfBranch: boolean }) {
  const { pathname } = useLocation();
  return (
    <div onPaste={usePasteInto(rows, 'per_base', isOfBranch)}>
      <input id="sale-JPY" aria-label="Vente JPY" />
      <input id="purchase-USD" aria-label="Achat USD" />
      <input type="search" aria-label="Rechercher" />
      <h2>Vos taux</h2>
      <p>{pathname}</p>
    </div>
  );
}

function paste(field: string, text: string, isOfBranch = false) {
  render(
    <MemoryRouter>
      <Grid isOfBranch={isOfBranch} />
    </MemoryRouter>,
  );
  const to = screen.queryByLabelText(field) ?? screen.getByText(field);
  const event = createEvent.paste(to, { clipboardData: { getData: () => text } });
  fireEvent(to, event);
  return event.defaultPrevented;
}

const drafts = () => useDrafts.getState().rows;

test('a column of figures goes down, and leaves the other side as typed', () => {
  const [jpy] = rows;
  if (jpy) typeCell(jpy, 'purchase', '191', 'per_base');
  expect(paste('Vente JPY', '185\n1,10\n')).toBe(true);
  expect(drafts().JPY).toMatchObject({ purchase: '191', sale: '185' });
  expect(drafts().USD).toMatchObject({ sale: '1.1' });
});

test('two cells on a sale change nothing and lead to the preview, with the code of their row', () => {
  expect(paste('Vente JPY', '190\t185')).toBe(true);
  expect(drafts()).toEqual({});
  expect(useCells.getState().cells).toEqual({});
  expect(screen.getByText('/fixings/tableau')).toBeTruthy();
  expect([takePasted(), takePasted()]).toEqual(['JPY\t190\t185', '']);
});

test('a branch’s grid has no preview, and says so', () => {
  expect(paste('Achat USD', 'USD\t1,17\t1,10', true)).toBe(true);
  expect(drafts()).toEqual({});
  expect(useAnnouncement.getState().text).toContain('Un tableau se colle dans les taux du bureau.');
});

test('one figure is the field’s', () => {
  expect(paste('Achat USD', '1,17')).toBe(false);
});

test('a table that is pasted into no field leads to its preview, and a word or a dialog’s paste does not', () => {
  const table = 'Devise\tAchat\tVente\nUSD\t1,17\t1,10';
  expect(paste('Vos taux', table)).toBe(true);
  expect(screen.getByText('/fixings/tableau')).toBeTruthy();
  expect([takePasted(), takePasted()]).toEqual([table, '']);
  cleanup();
  expect(paste('Vos taux', '1,17')).toBe(false);
  cleanup();
  expect(paste('Rechercher', table)).toBe(false);
  cleanup();
  const { unmount } = render(<div role="dialog" />);
  expect(paste('Vos taux', table)).toBe(false);
  unmount();
  cleanup();
  expect(paste('Vos taux', table, true)).toBe(true);
  expect(useAnnouncement.getState().text).toContain('Un tableau se colle dans les taux du bureau.');
  expect(takePasted()).toBe('');
});
