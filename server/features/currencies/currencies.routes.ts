import type { FastifyInstance } from 'fastify';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import { listDated } from '../../book/list-dated.ts';
import type { BookCurrency } from '../../book/rate-book.ts';
import { type Compressed, compress, sendCompressed } from '../../http/compressed.ts';
import { route } from '../../http/route.ts';

export function registerCurrencies(app: FastifyInstance, book: FollowedBook): void {
  // every page begins with this answer, which changes once a day
  let written: { from: readonly BookCurrency[]; answer: Compressed } | null = null;

  route(app, 'GET /api/public/currencies', (request, reply) => {
    const { currencies } = bookOf(book);
    if (written?.from !== currencies) {
      written = {
        from: currencies,
        answer: compress(JSON.stringify(listDated(currencies)), 'application/json; charset=utf-8'),
      };
    }
    return sendCompressed(request, reply, written.answer);
  });
}
