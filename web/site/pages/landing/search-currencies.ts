import { type CurrencyEntry, findCurrencies, frequency, isFrequent } from '#domain/currencies/search.ts';

export type CurrencyGroup = { title: string; items: CurrencyEntry[] };

/** Everything when nothing is typed, the frequent ones first; else what matches, best first. */
export function searchCurrencies(entries: readonly CurrencyEntry[], query: string): CurrencyGroup[] {
  if (query.trim() === '') return everything(entries);
  const matches = findCurrencies(entries, query);
  return matches.length ? [{ title: 'Résultats', items: matches }] : [];
}

function everything(entries: readonly CurrencyEntry[]): CurrencyGroup[] {
  return [
    {
      title: 'Les plus demandées',
      items: entries.filter(isFrequent).sort((a, b) => frequency(a) - frequency(b)),
    },
    { title: 'Toutes les autres', items: entries.filter((entry) => !isFrequent(entry)) },
  ];
}
