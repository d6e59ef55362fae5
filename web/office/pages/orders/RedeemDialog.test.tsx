import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Redeemable } from '#domain/reservations/redemption.ts';
import { aReservation } from '#domain/testing/reservations.ts';
import '#web/shared/api/write.ts';
import type { Row } from '../../reservations/format.ts';
import { RedeemDialog } from './RedeemDialog.tsx';

const REDEEMABLE: Redeemable = {
  most: 150,
  left: 110,
  last_day: '2026-12-05',
  percent_off: 1.5,
  notes: [1, 5, 10, 20, 50, 100],
};
let sent: { url: string; body: unknown }[];
let answer: [status: number, body: unknown];
const onDone = vi.fn(async () => {});
const onClose = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T09:00:00.000Z') });
  sent = [];
  answer = [200, {}];
  vi.clearAllMocks();
  vi.spyOn(window, 'fetch').mockImplementation(async (url, { body } = {}) => {
    sent.push({ url: String(url), body: JSON.parse(String(body)) });
    return new Response(JSON.stringify(answer[1]), { status: answer[0] });
  });
});

function open(change: Partial<Redeemable> = {}, fields: Parameters<typeof aReservation>[0] = {}): Row {
  const redeemable = { ...REDEEMABLE, ...change };
  const row: Row = {
    ...aReservation({ state: 'collected', rate: 1.1285, offered: 265.84, received: 300, handed_over: 300 }),
    ended_at: '2026-11-21T10:05:00.000Z',
    ...{ linked: [], available_notes: [], struck: [], traveller: null, redeemable },
    slip: { number: 12, at: '2026-11-21T10:05:00.000Z', name: 'Quais', address: '', authorisation: '' },
    ...(fields as object),
  };
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<RedeemDialog {...{ row, redeemable, onDone, onClose }} />} />
        <Route path="/orders/:id/reprises/:number" element={<p>Le bordereau</p>} />
      </Routes>
    </MemoryRouter>,
  );
  return row;
}
const type = (value: string) =>
  fireEvent.change(screen.getByLabelText('Billets rapportés, en USD'), { target: { value } });
const words = () => (screen.getByRole('dialog').textContent ?? '').replaceAll(/[\u00a0\u202f]/g, ' ');
const press = () => fireEvent.click(screen.getByRole('button', { name: /^Reprendre/ }));

test('an amount shows at once what is paid, and pressed opens its paper', async () => {
  const row = open();
  expect(words()).toContain('Commande n° 2026-1, Client effacé, bordereau n° 12 à présenter.');
  expect(words()).toContain('$ 110 au plus, jusqu’au samedi 5 décembre 2026 compris');
  type('100');
  expect(words()).toContain(
    '$ 100 rendus : € 87,28 en espèces, soit 1,5 % de moins que le client ne les a payés (taux de la remise : 1 EUR = 1,1285 USD).',
  );
  answer = [200, { ...row, redemptions: [{ number: 4, at: row.updated_at, amount: 100, paid: 87.28 }] }];
  press();
  press();
  await screen.findByText('Le bordereau');
  expect(sent).toEqual([
    { url: '/api/reservations/redeem', body: { id: row.id, amount: 100, updated_at: row.updated_at } },
  ]);
});

test.each([
  ['120', 'Pour cette commande, le bureau reprend encore $ 110 au plus.'],
  ['33,5', 'Aucun billet ne fait exactement $ 33,50 : essayez $ 33 ou $ 34.'],
])('%s is refused before it is sent', (typed, sentence) => {
  open();
  type(typed);
  expect(words()).toContain(sentence);
  press();
  expect(sent).toEqual([]);
});

test('without an amount nothing is sent', () => {
  open();
  press();
  expect(words()).toContain('Indiquez le montant des billets rapportés.');
  expect(sent).toEqual([]);
});

test.each([
  [{ last_day: '2026-11-24' }, 'Elle valait jusqu’au mardi 24 novembre 2026 compris.'],
  [{ left: 0 }, 'Le bureau a déjà repris tous les billets'],
])('once it is over, the dialog says why and asks for nothing', (change, sentence) => {
  open(change);
  expect(words()).toContain(sentence);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a row that has changed is read again', async () => {
  open();
  type('100');
  answer = [409, { code: 'reservation_changed', message: 'Cette commande a changé.' }];
  press();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(onClose).toHaveBeenCalled();
});

test('a document is asked for where the exchange and what is paid pass the threshold', () => {
  open({}, { offered: 950 });
  type('10');
  expect(words()).not.toContain('Pièce d’identité');
  type('100');
  expect(words()).toContain('Pièce d’identité à demander.');
});
