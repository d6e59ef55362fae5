import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countriesOf } from './countries.ts';

const midRates = new URL('../../server/seed/data/mid-rates.json', import.meta.url);
const { days }: { days: { rates: Record<string, number> }[] } = JSON.parse(readFileSync(midRates, 'utf8'));
const codes = ['EUR', ...new Set(days.flatMap((day) => Object.keys(day.rates)))];
const regionNames = new Intl.DisplayNames(['fr'], { type: 'region', fallback: 'none' });

describe('countriesOf', () => {
  test('covers all 153 currencies', () => {
    expect(codes).toHaveLength(153);
    for (const code of codes) {
      const regions = countriesOf(code);
      expect(regions, code).not.toHaveLength(0);
      expect(new Set(regions).size, code).toBe(regions.length);
      for (const region of regions) expect(regionNames.of(region), `${code} ${region}`).toBeTruthy();
    }
  });

  test.each([
    ['Maroc', ['MAD']],
    ['Sénégal', ['XOF']],
    ['Cameroun', ['XAF']],
    ['Sainte-Lucie', ['XCD']],
    ['Polynésie française', ['XPF']],
    ['Suisse', ['CHF']],
    ['Liechtenstein', ['CHF']],
    ['Royaume-Uni', ['GBP']],
    ['Croatie', ['EUR']],
    ['Bulgarie', ['EUR']],
    ['Guadeloupe', ['EUR']],
    ['Équateur', ['USD']],
    ['Panama', ['PAB', 'USD']],
    ['Salvador', ['SVC', 'USD']],
    ['Porto Rico', ['USD']],
    ['Namibie', ['NAD', 'ZAR']],
    ['Groenland', ['DKK']],
    ['Îles Cook', ['NZD']],
    ['Japon', ['JPY']],
  ])('%s uses %s', (country, expected) => {
    const found = codes.filter((code) =>
      countriesOf(code).some(
        (region) => regionNames.of(region)?.localeCompare(country, 'fr', { sensitivity: 'base' }) === 0,
      ),
    );
    expect(found.sort()).toEqual(expected);
  });

  test('a code without a country has none', () => {
    expect(countriesOf('XAU')).toEqual([]);
  });
});
