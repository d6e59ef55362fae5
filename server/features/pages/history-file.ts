import type { FastifyInstance } from 'fastify';
import { writeHistory } from '#domain/history/history-csv.ts';
import { listMids } from '#domain/history/history-view.ts';
import { type ExcludedValue, excludeWrong } from '#domain/history/wrong-rates.ts';
import { currencyOfSlug, slugOfCurrency } from '#domain/pages/currency-slugs.ts';
import { slugOf } from '#domain/pages/slug.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import { createBudget } from '../../http/limits.ts';
import { wrongRatesOf } from '../history/load-wrong-rates.ts';
import { tooMany } from './cached-pages.ts';
import type { FindHistory } from './history.ts';

// Eleven years.
const MOST_DAYS = 4_000;
const FIRST_DAY = '2000-01-01';
// Files a minute, each a query.
const READ_A_MINUTE = { byNetwork: [120, 240, 360], inAll: 600 } as const;
const SHARED_CACHE = 'public, s-maxage=600';

// File of every known day of a currency.
export function registerHistoryFile(
  app: FastifyInstance,
  { book, findHistory, now }: { book: FollowedBook; findHistory: FindHistory; now: () => Date },
): void {
  const mayRead = createBudget({ window: 60_000, ...READ_A_MINUTE }, now);
  const constraints = { application: 'public' };
  app.get<{ Params: { slug: string } }>(
    '/devises/:slug/historique.csv',
    { constraints },
    async (request, reply) => {
      const code = currencyOfSlug(slugOf(request.params.slug));
      const { base, currency } = currencyIn(book, code);
      if (!currency || currency === base) {
        reply.callNotFound();
        return reply;
      }
      if (!mayRead(request.ip)) throw tooMany();
      const days = await findHistory(currency.code, { from: FIRST_DAY, most: MOST_DAYS });
      const { excluded } = excludeWrong(listMids(days), wrongRatesOf(currency.code));
      return reply
        .headers({
          'cache-control': SHARED_CACHE,
          'x-robots-tag': 'noindex',
          'content-disposition': `attachment; filename="${slugOfCurrency(currency.code)}.csv"`,
        })
        .type('text/csv; charset=utf-8')
        .send(writeHistory(days, excluded, describe));
    },
  );
}

function currencyIn(followed: FollowedBook, code: string) {
  const book = bookOf(followed);
  return { base: book.base, currency: book.currency(code) };
}

function describe({ wrong }: ExcludedValue): string {
  return `taux intermédiaire écarté : ${wrong ? wrong.reason : 'à plus de 20 % des jours voisins'}`;
}
