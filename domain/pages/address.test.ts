import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  airportOfSlug,
  articlePath,
  canonicalPath,
  companyPath,
  comparisonPath,
  currencyPath,
  historyFilePath,
  listPath,
  placePath,
  readComparisonSegment,
  slugOfPlace,
} from './address.ts';
import { currencyOfSlug, slugOfCurrency } from './currency-slugs.ts';
import { TEXT_NAMES } from './texts.ts';

test.each<[string, string | null]>([
  ['/devises', '/devises'],
  ['/Devises/Dollar-Américain/', '/devises/dollar-americain'],
  ['/devises/dollar%20am%C3%A9ricain', '/devises/dollar-americain'],
  ['/change/saint-denis-93', '/change/saint-denis-93'],
  ['/bureaux/page/2', '/bureaux/page/2'],
  ['/comparateur', '/comparateur'],
  ['/comparer/500-eur-usd', '/comparer/500-eur-usd'],
  ['/plan-du-site', '/plan-du-site'],
  ['/blog/lire', '/blog/lire'],
  ...TEXT_NAMES.map((name): [string, string] => [`/${name}`, `/${name}`]),
  ['/', null],
  ['/autre', null],
  ['//devises', null],
  ['/devises//', null],
  ['/devises//usd', null],
  ['/devises\\usd', null],
  ['/devises/\\', null],
  ['/devises/%', null],
  ['/devises/дом', null],
  ['/devises/дом/usd', null],
  [`/blog/${'a'.repeat(194)}`, `/blog/${'a'.repeat(194)}`],
  [`/blog/${'a'.repeat(195)}`, null],
])('%s is canonically %s', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});

test('a canonical path is its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aÉ-9/ %'), maxLength: 12 }), (rest) => {
      const canonical = canonicalPath(`/devises/${rest}`);
      if (canonical !== null) expect(canonicalPath(canonical)).toBe(canonical);
    }),
  );
});

test('paths are made of what they are of', () => {
  expect(currencyPath('USD')).toBe('/devises/dollar-americain');
  expect(currencyPath('USD', 'sell')).toBe('/devises/dollar-americain/vendre');
  expect(historyFilePath('CHF')).toBe('/devises/franc-suisse/historique.csv');
  expect(comparisonPath(500, 'EUR', 'USD')).toBe('/comparer/500-eur-usd');
  expect(comparisonPath(500, 'EUR', 'USD', 'lyon')).toBe('/comparer/500-eur-usd/lyon');
  expect(companyPath('quais')).toBe('/bureaux/quais');
  expect(placePath('lyon')).toBe('/change/lyon');
  expect(listPath('/bureaux')).toBe('/bureaux');
  expect(listPath('/change', 2)).toBe('/change/page/2');
  expect(articlePath('Bien changer')).toBe('/blog/bien-changer');
});

test.each([
  ['500-eur-usd', { amount: 500, from: 'EUR', to: 'USD' }],
  ['1-usd-eur', { amount: 1, from: 'USD', to: 'EUR' }],
  ['12345678901234-eur-usd', { amount: 12_345_678_901_234, from: 'EUR', to: 'USD' }],
  ['123456789012345-eur-usd', null],
  ['0-eur-usd', null],
  ['05-eur-usd', null],
  ['-eur-usd', null],
  ['5.5-eur-usd', null],
  ['x500-eur-usd', null],
  ['500-eur-usdx', null],
  ['500-eu-usd', null],
  ['500-EUR-USD', null],
])('the comparison of %s', (segment, read) => {
  expect(readComparisonSegment(segment)).toEqual(read);
});

test('an airport is told from a commune by its slug', () => {
  expect(slugOfPlace({ kind: 'airport', code: 'LYS', label: 'Lyon' })).toBe('aeroport-lys');
  expect(slugOfPlace({ kind: 'commune', code: '93066', label: 'Saint-Denis (93)' })).toBe('saint-denis-93');
  expect(airportOfSlug('aeroport-lys')).toBe('LYS');
  for (const slug of ['lyon', 'aeroport-lyon', 'l-aeroport-lys', 'aeroport-ly']) {
    expect(airportOfSlug(slug)).toBeNull();
  }
});

test('a currency has one slug, by which it is found', () => {
  for (const { code } of Intl.supportedValuesOf('currency').map((name) => ({ code: name }))) {
    expect(currencyOfSlug(slugOfCurrency(code)), code).toBe(code);
    expect(canonicalPath(currencyPath(code)), code).toBe(currencyPath(code));
  }
  expect(slugOfCurrency('XTS')).toBe('xts');
  expect(slugOfCurrency('constructor')).toBe('constructor');
  expect(currencyOfSlug('dollar-americain')).toBe('USD');
});
