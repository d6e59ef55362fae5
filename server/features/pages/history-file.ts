import type { FastifyInstance } from 'fastify';
import { writeHistory } from '#domain/history/history-csv.ts';
import { listMids } from '#domain/history/history-view.ts';
import { type ExcludedValue, excludeWrong } from '#domain/history/wrong-rates.ts';
import { currencyOfSlug, slugOfCurrency } from '#domain/pages/currency-slugs.ts';
import { slugOf } from '#domain/pages/slug.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { BookCurrency } from '../../book/rate-book.ts';
import { createByteCache } from '../../http/byte-cache.ts';
import { type Compressed, compressInPool, sendCompressed } from '../../http/compressed.ts';
import { databaseAway } from '../../http/http-error.ts';
import { createBudget } from '../../http/limits.ts';
import { wrongRatesOf } from '../history/load-wrong-rates.ts';
import { tooMany } from './cached-pages.ts';
import type { ReadDays } from './history-days.ts';

// Files made a minute, each perhaps a query. Cached ones are free.
const MADE_A_MINUTE = { byNetwork: [120, 240, 360], inAll: 600 } as const;
const MAX_BYTES = 16 * 1024 * 1024;
const CSV = 'text/csv; charset=utf-8';
const SHARED_CACHE = 'public, s-maxage=600';

type KnownFile = { readonly of: BookCurrency; readonly answer: Compressed };

// File of every known day of a currency, made again once they change.
export function registerHistoryFile(
  app: FastifyInstance,
  { book, readDays, now }: { book: FollowedBook; readDays: ReadDays; now: () => Date },
): void {
  const files = createByteCache<KnownFile>(
    MAX_BYTES,
    ({ answer: { plain, br, gzip } }) => plain.length + br.length + gzip.length,
  );
  const underWay = new Map<string, Promise<Compressed>>();
  const mayMake = createBudget({ window: 60_000, ...MADE_A_MINUTE }, now);

  async function make(currency: BookCurrency): Promise<Compressed> {
    const { code } = currency;
    const { days, isRead } = await readDays(currency);
    if (!days) throw databaseAway();
    const { excluded } = excludeWrong(listMids(days), wrongRatesOf(code));
    const answer = await compressInPool(writeHistory(days, excluded, describe), CSV);
    if (isRead) files.set(code, { of: currency, answer });
    return answer;
  }

  function fileOf(currency: BookCurrency, address: string): Promise<Compressed> | Compressed {
    const { code } = currency;
    const known = files.get(code);
    if (known?.of === currency) return known.answer;
    const waited = underWay.get(code);
    if (waited) return waited;
    if (!mayMake(address)) throw tooMany();
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
