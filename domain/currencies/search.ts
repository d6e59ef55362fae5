import { type Match, matchOf, searchForm } from '../text/search.ts';
import { colloquialNamesOf } from './colloquial-names.ts';
import { countriesOf } from './countries.ts';

export type CurrencyEntry = {
  code: string;
  label: string;
  countries: string;
  forms: { code: string; label: string; countries: string[]; words: string[]; all: string };
};

// most asked for in the euro area first
const FREQUENT = ['EUR', 'USD', 'GBP', 'CHF', 'MAD', 'JPY', 'CAD', 'TND', 'THB'];

export function listEntries(currencies: readonly { code: string; label: string }[]): CurrencyEntry[] {
  const regionNames = new Intl.DisplayNames('fr', { type: 'region' });
  return currencies.map(({ code, label }) => {
    const countries = countriesOf(code).map((region) => regionNames.of(region) ?? region);
    return {
      code,
      label: listLabel(label),
      countries: countries.join(', '),
      forms: formsOf(code, label, countries),
    };
  });
}

function formsOf(code: string, label: string, countries: readonly string[]): CurrencyEntry['forms'] {
  const forms = {
    code: searchForm(code),
    label: searchForm(label),
    countries: countries.map(searchForm),
    words: colloquialNamesOf(code).map(searchForm),
  };
  return { ...forms, all: [forms.code, forms.label, ...forms.countries, ...forms.words].join(' ') };
}

export function listLabel(label: string): string {
  return label.charAt(0).toLocaleUpperCase('fr') + label.slice(1);
}

/**
 * Matches by code, French name, country or colloquial word, best first. Nothing typed: all in their order.
 */
export function findCurrencies(entries: readonly CurrencyEntry[], typed: string): CurrencyEntry[] {
  if (typed.trim() === '') return [...entries];
  const query = searchForm(typed);
  return entries
    .flatMap((entry) => {
      const match = matchOf(query, entry.forms.all);
      return match === null ? [] : [{ entry, rank: rankOf(entry.forms, query, match) }];
    })
    .sort((a, b) => a.rank - b.rank || frequency(a.entry) - frequency(b.entry))
    .map(({ entry }) => entry);
}

export function frequency({ code }: { code: string }): number {
  const rank = FREQUENT.indexOf(code);
  return rank < 0 ? FREQUENT.length : rank;
}

export function isFrequent({ code }: { code: string }): boolean {
  return FREQUENT.includes(code);
}

function rankOf(
  { code, label, countries, words }: CurrencyEntry['forms'],
  query: string,
  match: Match,
): number {
  const begins = (form: string) => form.startsWith(query);
  if (code === query || words.includes(query)) return 0;
  if (begins(code)) return 1;
  if (begins(label)) return 2;
  // the issuer comes before other countries
  if (countries.slice(0, 1).some(begins)) return 3;
  if (words.some(begins)) return 4;
  if (countries.some(begins)) return 5;
  return match === 'middle' ? 7 : 6;
}
