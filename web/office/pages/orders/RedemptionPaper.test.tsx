import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RedemptionPaper as Paper } from '#domain/reservations/redemption.ts';
import { RedemptionPaper } from './RedemptionPaper.tsx';

const PAPER: Paper = {
  number: 3,
  at: '2026-11-25T15:20:00.000Z',
  company: 'Quais',
  name: 'Quais SARL',
  address: '1 rue du Lac, 69002 Lyon',
  authorisation: '12345',
  branch: 'Gare',
  time_zone: 'Europe/Paris',
  by: 'Agent',
  slip: 12,
  reservation: { id: '1'.padStart(32, '0'), number: '2026-1' },
  base: 'EUR',
  currency: 'USD',
  rate: 1.1285,
  percent_off: 1.5,
  amount: 100,
  paid: 87.28,
};

function paperOf(change: Partial<Paper> = {}, name = ''): string {
  const { container, unmount } = render(<RedemptionPaper paper={{ ...PAPER, ...change }} name={name} />);
  const lines = [...container.querySelectorAll('p, dl > div')].map(({ children, textContent }) =>
    children.length > 1 ? [...children].map((one) => one.textContent).join(' : ') : textContent,
  );
  unmount();
  return lines.join('\n').replaceAll(/[\u00a0\u202f]/g, ' ');
}

test.each([
  'Bordereau de reprise n° 3, le mercredi 25 novembre 2026 à 16 h 20',
  'Quais SARL',
  'Changeur manuel, n° 12345',
  '1 rue du Lac, 69002 Lyon',
  'Agence : Gare',
  'Premier bordereau : n° 12',
  'Réservation : n° 2026-1',
  'Total rendu par le client : $ 100,00',
  'Taux de la remise : 1 EUR = 1,1285 USD',
  'Reprise à : 1,5 % de moins',
  'Frais et commissions : € 0 en plus du taux',
  'Total remis au client : € 87,28',
  'Taux net, frais compris : 1 EUR = 1,145685 USD',
  'Paiement : En espèces',
])('a bordereau of notes brought back states %s', (words) => {
  expect(paperOf()).toContain(words);
});

test('the net rate alone is in bold, and the customer is named on request', () => {
  const { container } = render(<RedemptionPaper paper={PAPER} name="Zoé" />);
  expect(container.querySelectorAll('strong, b, th, h1, h2, h3')).toHaveLength(1);
  expect(container.textContent).toContain('ClientZoé');
});

test('lines without a fact are left out', () => {
  const paper = paperOf({ address: '', authorisation: '', branch: '', percent_off: 0 });
  expect(paper).not.toMatch(/Agence|Changeur manuel|de moins/);
  expect(paper).toContain('Taux net, frais compris : 1 EUR = 1,1285 USD');
});
