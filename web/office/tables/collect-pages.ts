import { countPages, PAGE_SIZE } from '#domain/lists/page.ts';

const MOST_PAGES = 20;
export const MOST_COLLECTED = MOST_PAGES * PAGE_SIZE;

export type Collected<T> = { rows: T[]; isCut: boolean };

// Rows of all pages up to a bound. A row that moves on between two pages is there once.
export async function collectPages<T>(
  read: (page: number) => Promise<{ rows: readonly T[]; total: number }>,
  keyOf: (row: T) => string | number,
): Promise<Collected<T>> {
  const rows = new Map<string | number, T>();
  for (let number = 1, pages = 1; number <= Math.min(pages, MOST_PAGES); number += 1) {
    const found = await read(number);
    for (const row of found.rows) rows.set(keyOf(row), row);
    pages = countPages(found.total, PAGE_SIZE);
    if (number === MOST_PAGES && pages > MOST_PAGES) return { rows: [...rows.values()], isCut: true };
  }
  return { rows: [...rows.values()], isCut: false };
}
