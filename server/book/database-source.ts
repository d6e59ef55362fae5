import { listen } from '../db/listen.ts';
import type { Db } from '../db/open.ts';
import type { BookSource } from './book-source.ts';
import { selectOpenings } from './branches.queries.ts';
import { fastForm } from './fast-book.ts';
import { selectFixingsByKey } from './fixings.queries.ts';
import { selectNews } from './log-of-changes.queries.ts';
import { loadCompanies, loadMidRates, loadRateBook } from './rate-book.queries.ts';
import type { BookForm } from './rate-book.ts';

/** Channel of migration 0021. The payload is the log's last version. */
export const CHANNEL = 'changes';

/** Source by LISTEN and NOTIFY, which reads changes from the database. */
export function databaseSource(options: {
  db: Db;
  url: string;
  form?: BookForm;
  /** Address of a company's site, replaced in a demonstration. */
  reachedAt?: (site: string) => string;
}): BookSource {
  const { db, url, form = fastForm, reachedAt = (site) => site } = options;
  const tables = { db, form, reachedAt };
  return {
    load: (between) => loadRateBook(tables, between),
    news: (mark) => selectNews(db, mark),
    midRates: (before) => loadMidRates(db, before),
    openings: () => selectOpenings(db),
    companies: (ids) => loadCompanies(tables, ids),
    fixings: (keys) => selectFixingsByKey(db, keys),
    watch: ({ onVersion, onConnected: onThere, onDisconnected: onAway }) =>
      listen(url, CHANNEL, {
        onPayload: (payload) => onVersion(Number(payload) || 0),
        onListening: onThere,
        onLost: onAway,
      }),
  };
}
