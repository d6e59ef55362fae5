import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { setImmediate } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ObjectInfo, ObjectResult, ObjectStore } from '@nats-io/obj';
import type { PublishedArticle } from '#domain/articles/blog.ts';
import type { Db } from '../db/open.ts';
import { readTexts } from '../rate-book/fixing-texts.ts';
import type { Mark } from '../rate-book/log-of-changes.queries.ts';
import type { BookCompany, BookCurrency, BookForm, Opening, RateBook } from '../rate-book/rate-book.ts';
import { readCompany, writeCompany } from './entries.ts';
import { SNAPSHOT } from './nats.ts';
import { readWhole, type Whole } from './relay.queries.ts';

/** A large one takes seconds. */
const PUT_WITHIN_MS = 60_000;
/** How many companies' fixings are read before comparisons are answered. */
const COMPANIES_AT_ONCE = 32;

/** Where a snapshot stands: what its stream says after `seq` goes on from it. */
export type SnapshotHead = {
  readonly mark: Mark;
  readonly seq: number;
  /** which stream, by when it was made: one that was lost counts on from 1 */
  readonly stream: string;
};

type FirstLine = {
  currencies: BookCurrency[];
  openings: [string, Opening][];
  articles: PublishedArticle[];
  companies: number;
};

/**
 * Puts a snapshot in the place of the one before: in lines of JSON what all companies share, then the companies, then
 * what each fixed, as the book's own reader reads it.
 */
export function writeSnapshot(
  db: Db,
  store: ObjectStore,
  place: Pick<SnapshotHead, 'seq' | 'stream'>,
): Promise<{ mark: Mark; currencies: readonly BookCurrency[] }> {
  return readWhole(db, async (whole) => {
    const head: SnapshotHead = { mark: whole.mark, ...place };
    const bytes = Readable.from(linesOf(whole)).pipe(createGzip({ level: 1 }));
    await store.put(
      { name: SNAPSHOT, metadata: { head: JSON.stringify(head) } },
      Readable.toWeb(bytes) as ReadableStream<Uint8Array>,
      { timeout: PUT_WITHIN_MS },
    );
    return { mark: whole.mark, currencies: whole.currencies };
  });
}

async function* linesOf({
  currencies,
  openings,
  articles,
  companies,
  fixings,
}: Whole): AsyncIterable<string> {
  const first: FirstLine = {
    currencies: [...currencies],
    openings: [...openings],
    articles: [...articles],
    companies: companies.length,
  };
  yield `${JSON.stringify(first)}\n`;
  for (const company of companies) yield `${JSON.stringify(writeCompany(company))}\n`;
  for await (const { companyId, texts } of fixings) yield `${companyId} ${texts}\n`;
}

/** Null: there is none. */
export function headOf(info: ObjectInfo | null): SnapshotHead | null {
  const head = info?.metadata?.head;
  return head ? (JSON.parse(head) as SnapshotHead) : null;
}

export async function readSnapshot(
  { data, error }: ObjectResult,
  {
    form,
    reachedAt,
    between,
  }: {
    form: BookForm;
    reachedAt: (site: string) => string;
    between: () => Promise<void>;
  },
): Promise<{ book: RateBook; articles: PublishedArticle[] }> {
  const bytes = Readable.fromWeb(data as WebStream).pipe(createGunzip());
  const lines = createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY });
  let first: FirstLine | null = null;
  let book: RateBook | null = null;
  const companies: BookCompany[] = [];
  let read = 0;
  for await (const line of lines) {
    if (!first) first = JSON.parse(line) as FirstLine;
    else if (companies.length < first.companies) companies.push(readCompany(JSON.parse(line), reachedAt));
    else book = add(line, book);
    if (first && !book && companies.length === first.companies)
      book = form.create(first.currencies, companies, new Map(first.openings));
    if (book && ++read % COMPANIES_AT_ONCE === 0) {
      await setImmediate();
      await between();
    }
  }
  const failure = await error;
  if (failure) throw failure;
  if (!first || !book) throw new Error('the snapshot ends too soon');
  return { book, articles: first.articles };
}

function add(line: string, book: RateBook | null): RateBook | null {
  const gap = line.indexOf(' ');
  const companyId = Number(line.slice(0, gap));
  readTexts(line.slice(gap + 1), (code, rates) => book?.set(code, companyId, rates));
  return book;
}
