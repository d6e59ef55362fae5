import type { QuoteUnit } from './sheet.ts';

/** How a bureau may write its rates: as units of a currency for one euro, or as euros for so many of its units. */
export const UNITS: readonly { unit: QuoteUnit; title: string }[] = [
  { unit: 'per_base', title: '1 € = …' },
  { unit: 'base_per_1', title: '… € = 1' },
  { unit: 'base_per_100', title: '… € = 100' },
  { unit: 'base_per_1000', title: '… € = 1 000' },
];

export function titleOfUnit(wanted: QuoteUnit): string {
  return UNITS.find(({ unit }) => unit === wanted)?.title ?? '';
}

/** The title of a column of rates, which says how they are written: 'Achat (… € = 100)'. */
export function titleWithUnit(title: string, unit: QuoteUnit): string {
  return `${title} (${titleOfUnit(unit)})`;
}

/** What such a title says; undefined: it is none. */
export function unitInTitle(title: string): QuoteUnit | undefined {
  const plain = title.replace(/\s/g, ' ');
  return UNITS.find(({ unit }) => plain.endsWith(titleWithUnit('', unit)))?.unit;
}
