import { useEffect, useState } from 'react';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import { joinWords } from '#domain/text/join-words.ts';
import { call } from '#web/shared/api/client.ts';

type Communes = { readonly cities: readonly string[]; readonly total: number };

export type Cities = ReadonlyMap<string, Communes>;

const NONE: Cities = new Map();

export function useCities({ offers }: OffersAnswer, isWanted: boolean): Cities {
  const [cities, setCities] = useState(NONE);
  const companies = JSON.stringify([...new Set(offers.map(({ company }) => company.site))]);
  useEffect(() => {
    if (!isWanted || companies === '[]') return;
    const gone = new AbortController();
    const body = { companies: JSON.parse(companies) as string[] };
    call('POST /api/public/branches/cities', { body, signal: gone.signal }).then(
      (found) => setCities(new Map(found.map((communes) => [communes.site, communes]))),
      () => undefined,
    );
    return () => gone.abort();
  }, [companies, isWanted]);
  return isWanted ? cities : NONE;
}

export function formatCities({ cities, total }: Communes, most: number): string {
  const named = total === most + 1 && cities.length === total ? cities : cities.slice(0, most);
  const others = total - named.length;
  if (others === 1) return `${named.join(', ')} et une autre`;
  if (others > 1) return `${named.join(', ')} et ${others} autres`;
  return joinWords(named);
}
