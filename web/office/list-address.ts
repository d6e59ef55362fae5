import { buildQuery } from '#web/shared/api/query.ts';

export const MAX_SEARCH = 100;

export type ListFilter = { q: string; page: number };

export function readListFilter({ searchParams }: URL): ListFilter {
  return { q: readSearch(searchParams), page: readPage(searchParams) };
}

export function addressOfList({ q, page }: ListFilter): { search: string } {
  return { search: buildQuery({ recherche: q, page: page === 1 ? undefined : page }) };
}

export function readSearch(parameters: URLSearchParams): string {
  return parameters.get('recherche')?.slice(0, MAX_SEARCH) ?? '';
}

export function readPage(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}
