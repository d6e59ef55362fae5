import { expect, test } from 'vitest';
import { validateDraft } from '../validation/draft.ts';
import { formatFees, suggestsNoFees } from './fees.ts';
import { feesDraft } from './fees-draft.ts';

test.each([
  'Sans commission',
  'sans frais cachés',
  'Aucun frais',
  'AUCUNE COMMISSION',
  '0 % de commission',
  '0% commission',
  '0,00 € de frais',
  '0 frais',
  'Zéro commission',
  'No fees',
  'no commission',
  'Commission-free',
  'Frais offerts',
  'Commission : 0 %',
  'Frais : néant',
  'Change gratuit',
  'pas de frais',
])('"%s" suggests that there are no fees', (text) => {
  expect(suggestsNoFees(text)).toBe(true);
  expect(validateDraft(feesDraft, { fees: text, charges_fees: false }).fees?.code).toBe('no_fees');
});

test.each([
  '2 % du montant, 4 € au moins',
  'Commission de 3,50 € par opération',
  'Frais : 0,5 % du montant',
  'Commission : 10 €',
  'Les frais sont compris dans le taux.',
  '',
])('"%s" does not suggest that', (text) => {
  expect(suggestsNoFees(text)).toBe(false);
  expect(validateDraft(feesDraft, { fees: text, charges_fees: false })).toEqual({});
});

test('fees beside the rate require a description', () => {
  expect(validateDraft(feesDraft, { fees: ' ', charges_fees: true }).fees?.code).toBe('missing_fees');
  expect(validateDraft(feesDraft, { fees: '4 € par opération', charges_fees: true })).toEqual({});
});

test('a company without a description of fees has a default line', () => {
  expect(formatFees('')).toContain('rémunération');
  expect(suggestsNoFees(formatFees(''))).toBe(false);
  expect(formatFees('4 € par opération')).toBe('4 € par opération');
});
