import type { QuoteUnit } from './sheet.ts';

export const UNITS: readonly { unit: QuoteUnit; title: string }[] = [
  { unit: 'per_base', title: '1 € = …' },
  { unit: 'base_per_1', title: '… € = 1' },
  { unit: 'base_per_100', title: '… € = 100' },
  { unit: 'base_per_1000', title: '… € = 1 000' },
];

export function titleOfUnit(quoteUnit: QuoteUnit): string {
  return UNITS.find(({ unit }) => unit === quoteUnit)?.title ?? '';
}

export function titleWithUnit(title: string, unit: QuoteUnit): string {
  return `${title} (${titleOfUnit(unit)})`;
}

export function unitInTitle(title: string): QuoteUnit | undefined {
  const plain = title.replace(/\s/g, ' ');
  return UNITS.find(({ unit }) => plain.endsWith(titleWithUnit('', unit)))?.unit;
}
