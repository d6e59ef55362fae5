import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aReservation, aReservationBranch } from '#domain/testing/reservations.ts';
import type { Row } from '../../reservations/format.ts';
import { type Slip, SlipPaper } from './SlipPaper.tsx';

const SLIP: Slip = {
  number: 12,
  at: '2026-11-21T10:05:00.000Z',
  name: 'Quais SARL',
  address: '1 rue du Lac, 69002 Lyon',
  authorisation: '12345',
};

function paperOf(change: Parameters<typeof aReservation>[0] = {}, slip = SLIP): string {
  const row: Row = {
    ...aReservation({ state: 'collected', branch: aReservationBranch({ name: 'Gare' }), ...change }),
    available_notes: [],
    redeemable: null,
    linked: [],
    struck: [],
    slip,
    traveller: null,
  };
  const { container, unmount } = render(<SlipPaper row={row} slip={slip} name="" />);
  const lines = [...container.querySelectorAll('p, dl > div')].map(({ children, textContent }) =>
    children.length > 1 ? [...children].map((one) => one.textContent).join(' : ') : textContent,
  );
  unmount();
  return lines.join('\n').replaceAll(/[\u00a0\u202f]/g, ' ');
}

const SALE = { rate: 1.1285, offered: 88.62, received: 100, handed_over: 100, fee: 4.9 };
const PURCHASE = {
  side: 'purchase',
  rate: 1.17,
  offered: 300,
  received: 256.41,
  handed_over: 251.51,
  fee: 4.9,
};

// articles 2 and 3 of the arrêté of 30 December 1998, as docs/law.md sums them up
test.each([
  ['the number', 'Bordereau de change n° 12,'],
  ['the date and the hour at the branch', 'le samedi 21 novembre 2026 à 11 h 05'],
  ['the bureau', 'Quais SARL'],
  ['its authorisation', 'Changeur manuel, n° 12345'],
  ['its address', '1 rue du Lac, 69002 Lyon'],
  ['the branch', 'Agence : Gare'],
  ['the operation', 'Opération : Vente de USD au client'],
  ['the rate', 'Taux appliqué : 1 EUR = 1,1285 USD'],
  ['the fee', 'Frais et commissions : € 4,90'],
  ['the amount received from the customer', 'Total versé par le client : € 93,52'],
  ['the amount handed to the customer', 'Total remis au client : $ 100,00'],
  ['the net rate, fee included', 'Taux net, frais compris : 1 EUR = 1,069372 USD'],
  ['the whole cost', 'Coût total : € 5,50 de plus qu’au taux intermédiaire du jeudi 19 novembre 2026,'],
])('a bordereau states %s', (_, words) => {
  expect(paperOf(SALE)).toContain(words);
});

test.each([
  'Opération : Achat de USD au client',
  'Total versé par le client : $ 300,00',
  'Total remis au client : € 251,51',
  'Taux net, frais compris : 1 EUR = 1,192794 USD',
])('of a purchase: %s', (words) => {
  expect(paperOf(PURCHASE)).toContain(words);
});

test('the net rate alone is in bold, as every other line has the same size', () => {
  const row = {
    ...aReservation(SALE),
    available_notes: [],
    redeemable: null,
    linked: [],
    struck: [],
    slip: SLIP,
    traveller: null,
  };
  const { container } = render(<SlipPaper row={row} slip={SLIP} name="Zoé" />);
  const bold = [...container.querySelectorAll('strong, b, th, h1, h2, h3')];
  expect(bold.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    '1 EUR = 1,069372 USD',
  ]);
});

test('a fee of nothing is said beside the rate, which has the margin', () => {
  const paper = paperOf({ ...SALE, fee: 0 });
  expect(paper).toContain('Frais et commissions : € 0 en plus du taux');
  expect(paper).toContain('Taux net, frais compris : 1 EUR = 1,1285 USD');
  expect(paper).not.toMatch(/sans frais|gratuit/i);
});

test('what is not known is left out', () => {
  const paper = paperOf({ branch: null, mid_rate: null }, { ...SLIP, address: '', authorisation: '' });
  expect(paper).not.toMatch(/Agence|Coût total|Changeur manuel/);
});
