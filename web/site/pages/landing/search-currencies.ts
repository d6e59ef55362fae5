import { countriesOf } from '#domain/currencies/countries.ts';
import type { Currency } from '#domain/currencies/currency.ts';

/** A currency as the list shows it and as one looks for it. */
export type CurrencyEntry = {
  code: string;
  /** 'Franc suisse' */
  label: string;
  /** 'Suisse, Liechtenstein' */
  countries: string;
  /** the same without capitals and accents */
  plain: { code: string; label: string; countries: string[] };
};

export type CurrencyGroup = { title: string; items: CurrencyEntry[] };

// what travellers from the euro area ask for most, first
const FREQUENT = ['EUR', 'USD', 'GBP', 'CHF', 'MAD', 'JPY', 'CAD', 'TND', 'THB'];

const regionNames = new Intl.DisplayNames('fr', { type: 'region' });

export function listEntries(currencies: readonly Currency[]): CurrencyEntry[] {
  return currencies.map(({ code, label }) => {
    const countries = countriesOf(code).map((region) => regionNames.of(region) ?? region);
    return {
      code,
      label: label.charAt(0).toLocaleUpperCase('fr') + label.slice(1),
      countries: countries.join(', '),
      plain: { code: plain(code), label: plain(label), countries: countries.map(plain) },
    };
  });
}

/** Everything when nothing is typed, the frequent ones first; else what matches, best first. */
export function searchCurrencies(entries: readonly CurrencyEntry[], query: string): CurrencyGroup[] {
  const wanted = plain(query);
  if (wanted === '') return everything(entries);
  const matches = entries
    .map((entry, order) => ({ entry, rank: rankOf(entry, wanted), order }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank || frequency(a.entry) - frequency(b.entry) || a.order - b.order);
  return matches.length ? [{ title: 'Résultats', items: matches.map(({ entry }) => entry) }] : [];
}

function everything(entries: readonly CurrencyEntry[]): CurrencyGroup[] {
  const isFrequent = ({ code }: CurrencyEntry) => FREQUENT.includes(code);
  return [
    {
      title: 'Les plus demandées',
      items: entries.filter(isFrequent).sort((a, b) => frequency(a) - frequency(b)),
    },
    { title: 'Toutes les autres', items: entries.filter((entry) => !isFrequent(entry)) },
  ];
}

const NO_MATCH = 7;

function rankOf({ plain: { code, label, countries } }: CurrencyEntry, wanted: string): number {
  if (code === wanted) return 0;
  if (code.startsWith(wanted)) return 1;
  if (label.startsWith(wanted)) return 2;
  // the issuer comes before the other countries of a currency
  if (countries[0]?.startsWith(wanted)) return 3;
  if (countries.some((country) => country.startsWith(wanted))) return 4;
  const words = [code, label, ...countries].join(' ');
  if (wanted.split(' ').every((word) => ` ${words}`.includes(` ${word}`))) return 5;
  return words.includes(wanted) ? 6 : NO_MATCH;
}

function frequency({ code }: CurrencyEntry): number {
  const rank = FREQUENT.indexOf(code);
  return rank < 0 ? FREQUENT.length : rank;
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
