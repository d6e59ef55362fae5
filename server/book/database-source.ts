import { listen } from '../db/listen.ts';
import type { Db } from '../db/open.ts';
import type { BookSource } from './book-source.ts';
import { selectOpenings } from './branches.queries.ts';
import { fastForm } from './fast/fast-form.ts';
import { selectFixingsByKey } from './fixings.queries.ts';
import { selectNews } from './log-of-changes.queries.ts';
import { loadCompanies, loadMidRates, loadRateBook } from './rate-book.queries.ts';
import type { BookForm } from './rate-book.ts';

/** Where migration 0021 tells that the log of changes has grown: the payload is its last version. */
export const CHANNEL = 'changes';

/** The database itself: it tells by LISTEN and NOTIFY, and what changed is read again there. */
export function databaseSource(options: {
  db: Db;
  url: string;
  form?: BookForm;
  /** Where a company's site is reached: elsewhere than there in a demonstration. */
  reachedAt?: (site: string) => string;
}): BookSource {
  const { db, url, form = fastForm, reachedAt = (site) => site } = options;
  const tables = { db, form, reachedAt };
  return {
    form,
    load: (between) => loadRateBook(tables, between),
    news: (mark) => selectNews(db, mark),
    midRates: (before) => loadMidRates(db, before),
    openings: () => selectOpenings(db),
    companies: (ids) => loadCompanies(tables, ids),
    fixings: (keys) => selectFixingsByKey(db, keys),
    settle: () => undefined,
    watch: ({ onVersion, onThere, onAway }) =>
      listen(url, CHANNEL, {
        onPayload: (payload) => onVersion(Number(payload) || 0),
        onListening: onThere,
        onLost: onAway,
      }),
  };
}
