import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pluralOf } from './plural.ts';

const midRates = new URL('../../server/seed/data/mid-rates.json', import.meta.url);
const { days }: { days: { rates: Record<string, number> }[] } = JSON.parse(readFileSync(midRates, 'utf8'));
const codes = ['EUR', ...new Set(days.flatMap((day) => Object.keys(day.rates)))];
const labels = new Intl.DisplayNames('fr', { type: 'currency' });

/** Plurals in place of Unicode's that are not French, or of another name than its singular. */
const BETTER: Record<string, string> = {
  AFN: 'afghanis afghans',
  GEL: 'laris géorgiens',
  KWD: 'dinars koweïtiens',
  MDL: 'lei moldaves',
  NIO: 'córdobas oro nicaraguayens',
  OMR: 'riyals omanais',
};

test('every served currency has a plural', () => {
  expect(codes).toHaveLength(153);
  const wrong = codes.flatMap((code) => {
    const format = new Intl.NumberFormat('fr', {
      style: 'currency',
      currency: code,
      currencyDisplay: 'name',
    });
    const theirs = format.formatToParts(2).find(({ type }) => type === 'currency')?.value;
    const expected = BETTER[code] ?? theirs;
    const ours = pluralOf(labels.of(code) ?? '');
    return ours === expected ? [] : [`${code}: ${ours}, not ${expected}`];
  });
  expect(wrong).toEqual([]);
});
