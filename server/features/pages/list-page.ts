import type { ListPage } from '#domain/pages/page.ts';

// Lines of one page, which stays under 100 kB.
export const MOST_LISTED = 400;

// Page of a list, from 1. null: the list has fewer pages.
export function pageOfList<T>(all: readonly T[], page: number): (ListPage & { items: readonly T[] }) | null {
  const pages = countPages(all.length);
  if (page > pages) return null;
  const items = all.slice((page - 1) * MOST_LISTED, page * MOST_LISTED);
  return { items, page, pages, total: all.length };
}

export function countPages(lines: number): number {
  return Math.max(1, Math.ceil(lines / MOST_LISTED));
}
