import type { BookOffer } from './rate-book.ts';

/** First `limit` companies of an order, fresh before to be confirmed. */
export function firstOf<T extends Pick<BookOffer, 'isFresh'>>(
  order: Iterable<number>,
  limit: number,
  offerOf: (companyId: number) => T | null,
): T[] {
  const fresh: T[] = [];
  const toConfirm: T[] = [];
  for (const id of order) {
    const offer = offerOf(id);
    if (offer) (offer.isFresh ? fresh : toConfirm).push(offer);
    if (fresh.length === limit) break;
  }
  return [...fresh, ...toConfirm].slice(0, limit);
}
