import type { FastifyInstance } from 'fastify';
import type { HistoryDay } from '#domain/history/history.ts';
import { writeHistory } from '#domain/history/history-csv.ts';
import { listMids } from '#domain/history/history-view.ts';
import { type ExcludedValue, excludeWrong } from '#domain/history/wrong-rates.ts';
import { currencyOfSlug, slugOfCurrency } from '#domain/pages/currency-slugs.ts';
import { slugOf } from '#domain/pages/slug.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { BookCurrency } from '../../book/rate-book.ts';
import { isDatabaseAway } from '../../db/away.ts';
import { createByteCache } from '../../http/byte-cache.ts';
import { type Compressed, compressInPool, sendCompressed } from '../../http/compressed.ts';
import { HttpError } from '../../http/http-error.ts';
import { createBudget } from '../../http/limits.ts';
import { wrongRatesOf } from '../history/load-wrong-rates.ts';
import { tooMany } from './cached-pages.ts';
import type { FindHistory } from './history.ts';

// Eleven years.
const MOST_DAYS = 4_000;
const FIRST_DAY = '2000-01-01';
// Files read a minute, each a query. Cached ones are free.
const READ_A_MINUTE = { byNetwork: [120, 240, 360], inAll: 600 } as const;
const MAX_BYTES = 16 * 1024 * 1024;
const CSV = 'text/csv; charset=utf-8';
const SHARED_CACHE = 'public, s-maxage=600';

type KnownFile = { readonly of: BookCurrency; readonly answer: Compressed };

// File of every known day of a currency, read again once its mid rate or a day's offers change: both make a new object of
// the currency. With the database away the last one stays.
export function registerHistoryFile(
  app: FastifyInstance,
  { book, findHistory, now }: { book: FollowedBook; findHistory: FindHistory; now: () => Date },
): void {
  const files = createByteCache<KnownFile>(
    MAX_BYTES,
    ({ answer: { plain, br, gzip } }) => plain.length + br.length + gzip.length,
  );
  const underWay = new Map<string, Promise<Compressed>>();
  const mayRead = createBudget({ window: 60_000, ...READ_A_MINUTE }, now);

  async function make(currency: BookCurrency): Promise<Compressed> {
    const { code } = currency;
    const known = files.get(code);
    let days: HistoryDay[];
    try {
      days = await findHistory(code, { from: FIRST_DAY, most: MOST_DAYS });
    } catch (error) {
      if (known && (isDatabaseAway(error) || error instanceof HttpError)) return known.answer;
      throw error;
    }
    const { excluded } = excludeWrong(listMids(days), wrongRatesOf(code));
    const answer = await compressInPool(writeHistory(days, excluded, describe), CSV);
    files.set(code, { of: currency, answer });
    return answer;
  }

  function fileOf(currency: BookCurrency, address: string): Promise<Compressed> | Compressed {
    const { code } = currency;
    const known = files.get(code);
    if (known?.of === currency) return known.answer;
    const waited = underWay.get(code);
    if (waited) return waited;
    if (!mayRead(address)) throw tooMany();
    const answer = make(currency).finally(() => underWay.delete(code));
    underWay.set(code, answer);
    return answer;
  }

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
      const answer = await fileOf(currency, request.ip);
      reply.headers({
        'x-robots-tag': 'noindex',
        'content-disposition': `attachment; filename="${slugOfCurrency(currency.code)}.csv"`,
      });
      return sendCompressed(request, reply, answer, SHARED_CACHE);
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
