import { countriesOf } from './countries.ts';

/** A currency as lists show it and as one looks for it. */
export type CurrencyEntry = {
  code: string;
  /** 'Franc suisse' */
  label: string;
  /** 'Suisse, Liechtenstein' */
  countries: string;
  /** the same without capitals and accents */
  plain: { code: string; label: string; countries: string[] };
};

// what travellers from the euro area ask for most, first
const FREQUENT = ['EUR', 'USD', 'GBP', 'CHF', 'MAD', 'JPY', 'CAD', 'TND', 'THB'];

export function listEntries(currencies: readonly { code: string; label: string }[]): CurrencyEntry[] {
  const regionNames = new Intl.DisplayNames('fr', { type: 'region' });
  return currencies.map(({ code, label }) => {
    const countries = countriesOf(code).map((region) => regionNames.of(region) ?? region);
    return {
      code,
      label: listLabel(label),
      countries: countries.join(', '),
      plain: { code: plain(code), label: plain(label), countries: countries.map(plain) },
    };
  });
}

/** 'Franc suisse': a name as lists show it. */
export function listLabel(label: string): string {
  return label.charAt(0).toLocaleUpperCase('fr') + label.slice(1);
}

/** What matches by code, French name or country, best first; everything, as it stands, when nothing is typed. */
export function findCurrencies(entries: readonly CurrencyEntry[], query: string): CurrencyEntry[] {
  const wanted = plain(query);
  if (wanted === '') return [...entries];
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank || frequency(a.entry) - frequency(b.entry))
    .map(({ entry }) => entry);
}

/** The place of a currency among the most asked for, from 0; the same number for all the others. */
export function frequency({ code }: { code: string }): number {
  const rank = FREQUENT.indexOf(code);
  return rank < 0 ? FREQUENT.length : rank;
}

/** True for one of the most asked for. */
export function isFrequent({ code }: { code: string }): boolean {
  return FREQUENT.includes(code);
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

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
