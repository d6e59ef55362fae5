/** The most rows of one page across companies (contract 3). */
export const RATES_PAGE = 500;

/** How many pages these rows make; an empty list is one page too. */
export function countPages(total: number): number {
  return Math.max(1, Math.ceil(total / RATES_PAGE));
}
