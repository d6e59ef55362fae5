import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { matchOf, searchForm } from '../text/search.ts';
import { searchCases } from '../text/search-cases.ts';
import { COLLOQUIAL_NAMES, colloquialNamesOf } from './colloquial-names.ts';
import { findCurrencies, frequency, isFrequent, listEntries } from './search.ts';

const entries = listEntries([
  { code: 'USD', label: 'dollar des États-Unis' },
  { code: 'AUD', label: 'dollar australien' },
  { code: 'CHF', label: 'franc suisse' },
  { code: 'XOF', label: 'franc CFA (BCEAO)' },
  { code: 'RUB', label: 'rouble russe' },
]);

test.each([
  ['usd', ['USD']],
  ['  uSd ', ['USD']],
  ['etats unis', ['USD']],
  ['senegal', ['XOF']],
  ['liech', ['CHF']],
  ['franc', ['CHF', 'XOF']],
  ['dollar', ['USD', 'AUD']],
  ['dollar américain', ['USD']],
  // at the start of words alone: 'Nauru' uses the Australian dollar
  ['ru', ['RUB']],
  ['oub', ['RUB']],
  ['zzz', []],
  ['', ['USD', 'AUD', 'CHF', 'XOF', 'RUB']],
])('%j finds %j', (query, codes) => {
  expect(findCurrencies(entries, query).map(({ code }) => code)).toEqual(codes);
});

// 'abc' finds each of them for another reason
const reasons = [
  { code: 'ZZA', label: 'le mot abc au milieu d’un xabcx' },
  { code: 'ZZB', label: 'xabcx' },
  { code: 'ZZC', label: 'abcd, un début de nom' },
  { code: 'ABCD', label: 'un code qui commence ainsi' },
  { code: 'ABC', label: 'le code' },
];

test('matches rank by code, then start of a code, of a name, of a word, then any part', () => {
  const found = findCurrencies(listEntries(reasons), 'abc');
  expect(found.map(({ code }) => code)).toEqual(['ABC', 'ABCD', 'ZZC', 'ZZA', 'ZZB']);
});

test('the issuer’s country ranks before a country that shares the currency, then a word of a country', () => {
  const shared = listEntries([
    { code: 'USD', label: 'dollar' },
    { code: 'CHF', label: 'franc' },
    { code: 'XOF', label: 'franc CFA' },
    { code: 'GBP', label: 'livre' },
    { code: 'NZD', label: 'dollar' },
  ]);
  const found = (query: string) => findCurrencies(shared, query).map(({ code }) => code);
  expect(found('suisse')).toEqual(['CHF']);
  expect(found('nouvelle')).toEqual(['NZD']);
  expect(found('zelande')).toEqual(['NZD']);
  expect(found('zelande nouvelle')).toEqual(['NZD']);
  expect(found('royaume usd')).toEqual([]);
  expect(found('elande')).toEqual(['NZD']);
  expect(found('franc cfa')).toEqual(['XOF']);
});

test('equal matches rank by frequency, then by the order of the list', () => {
  const dollars = listEntries([
    { code: 'AUD', label: 'dollar australien' },
    { code: 'BBD', label: 'dollar barbadien' },
    { code: 'CAD', label: 'dollar canadien' },
    { code: 'USD', label: 'dollar des États-Unis' },
  ]);
  const codes = findCurrencies(dollars, 'dollar').map(({ code }) => code);
  expect(codes).toEqual(['USD', 'CAD', 'AUD', 'BBD']);
  expect(dollars.filter(isFrequent).map(({ code }) => code)).toEqual(['CAD', 'USD']);
  expect(frequency({ code: 'AUD' })).toBe(frequency({ code: 'ZZZ' }));
  expect(frequency({ code: 'AUD' })).toBeGreaterThan(frequency({ code: 'THB' }));
});

test('searches frequent in the euro area, in this order', () => {
  const asked = ['EUR', 'USD', 'GBP', 'CHF', 'MAD', 'JPY', 'CAD', 'TND', 'THB'];
  expect(asked.map((code) => frequency({ code }))).toEqual([...asked.keys()]);
  expect(asked.every((code) => isFrequent({ code }))).toBe(true);
});

test('a name is capitalised, and found without accents, signs or outer spaces', () => {
  const [entry] = listEntries([{ code: 'ZZZ', label: 'écu -- (de 1990)' }]);
  expect(entry?.label).toBe('Écu -- (de 1990)');
  expect(entry?.forms).toMatchObject({ code: 'zzz', label: 'ecu de 1990' });
  expect(
    findCurrencies(listEntries([{ code: 'ZZZ', label: 'écu -- (de 1990)' }]), ' ÉCU (de  1990) '),
  ).toHaveLength(1);
});

test('the issuer of a currency ranks first, then countries that share it, then countries with the word in their name', () => {
  const guineas = listEntries([
    { code: 'QQQ', label: 'de nulle part' },
    { code: 'PGK', label: 'kina' },
    { code: 'XOF', label: 'franc CFA' },
    { code: 'GNF', label: 'franc' },
  ]);
  const nowhere = {
    code: 'QQQ',
    label: 'Rien',
    countries: '',
    forms: { code: 'qqq', label: 'rien', countries: [], words: [], all: 'qqq rien' },
  };
  expect(findCurrencies([nowhere], 'guinee')).toEqual([]);
  expect(guineas[1]?.countries).toBe('Papouasie-Nouvelle-Guinée');
  expect(findCurrencies(guineas, 'Guinée').map(({ code }) => code)).toEqual(['GNF', 'XOF', 'PGK']);
  expect(listEntries([{ code: 'CHF', label: 'franc suisse' }])[0]?.countries).toBe('Suisse, Liechtenstein');
});

test.each(searchCases)('%j in %j: matches as in every other search (%s)', (wanted, text) => {
  // of no country, so that its name alone can be found
  const found = findCurrencies(listEntries([{ code: 'XQQ', label: text }]), wanted);
  const isFound = wanted.trim() === '' || matchOf(searchForm(wanted), searchForm(text)) !== null;
  expect(found).toHaveLength(isFound ? 1 : 0);
});

const midRates = new URL('../../server/seed/data/mid-rates.json', import.meta.url);
const { days }: { days: { rates: Record<string, number> }[] } = JSON.parse(readFileSync(midRates, 'utf8'));
const names = new Intl.DisplayNames('fr', { type: 'currency' });
const every = listEntries(
  ['EUR', ...new Set(days.flatMap((day) => Object.keys(day.rates)))].map((code) => ({
    code,
    label: names.of(code) ?? code,
  })),
);
const search = (typed: string) => findCurrencies(every, typed).map(({ code }) => code);

// what people call a currency, or where they go: the first that is offered
test.each([
  ['USA', 'USD'],
  ['usa', 'USD'],
  ['us', 'USD'],
  ['États-Unis', 'USD'],
  ['amérique', 'USD'],
  ['new york', 'USD'],
  ['$', 'USD'],
  ['US$', 'USD'],
  ['Angleterre', 'GBP'],
  ['pound', 'GBP'],
  ['Pound Sterling', 'GBP'],
  ['livre sterling', 'GBP'],
  ['livre', 'GBP'],
  ['uk', 'GBP'],
  ['Londres', 'GBP'],
  ['£', 'GBP'],
  ['Écosse', 'GBP'],
  ['Dubaï', 'AED'],
  ['dubai', 'AED'],
  ['Bali', 'IDR'],
  ['¥', 'JPY'],
  ['yen', 'JPY'],
  ['yuan', 'CNY'],
  ['€', 'EUR'],
  ['Istanbul', 'TRY'],
  ['Marrakech', 'MAD'],
  ['Zanzibar', 'TZS'],
  ['île Maurice', 'MUR'],
  ['Maurice', 'MUR'],
  ['Corée du Sud', 'KRW'],
])('%s is %s', (typed, code) => {
  expect(search(typed)[0]).toBe(code);
});

test('a sign of several currencies matches all of them; two letters match no middle of a word', () => {
  expect(search('$')).toEqual(expect.arrayContaining(['USD', 'CAD', 'AUD', 'NZD', 'SGD']));
  expect(search('¥')).toEqual(['JPY', 'CNY']);
  expect(search('us')).not.toContain('EUR');
  expect(search('us')).toEqual(['USD']);
});

test('everyday words map to existing currencies, each once', () => {
  const codes = new Set(every.map(({ code }) => code));
  for (const code of Object.keys(COLLOQUIAL_NAMES)) {
    expect(codes, code).toContain(code);
    const forms = colloquialNamesOf(code).map(searchForm);
    expect(new Set(forms).size, code).toBe(forms.length);
    expect(forms, code).not.toContain('');
  }
});
