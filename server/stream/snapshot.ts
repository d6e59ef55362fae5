import { addAbortSignal, pipeline, Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { setImmediate } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { ObjectInfo, ObjectResult, ObjectStore } from '@nats-io/obj';
import type { PublishedArticle } from '#domain/articles/blog.ts';
import { readTexts } from '../book/fixing-texts.ts';
import type { Mark } from '../book/log-of-changes.queries.ts';
import type { BookCompany, BookCurrency, BookForm, Opening, RateBook } from '../book/rate-book.ts';
import type { Db } from '../db/open.ts';
import type { CompanySnapshots } from './company-snapshots.ts';
import { deserializeCompany, isMark, readJson, serializeCompany } from './messages.ts';
import { BUCKET, SNAPSHOT } from './nats.ts';
import { type PublicState, readPublicState } from './relay.queries.ts';

const WRITE_TIMEOUT_MS = 60_000;

/**
 * Position of a snapshot in its stream. `stream` is the creation time, because a recreated stream restarts its
 * sequence.
 */
export type SnapshotHead = {
  readonly mark: Mark;
  readonly seq: number;
  readonly stream: string;
};

type FirstLine = {
  currencies: BookCurrency[];
  openings: [string, Opening][];
  articles: PublishedArticle[];
  companies: number;
  boards: number;
};

/**
 * Replaces the snapshot by lines of JSON with the shared data, the companies and their public data, the boards, then
 * the fixings. Resolves with the version reached.
 */
export function writeSnapshot(
  db: Db,
  store: ObjectStore,
  position: Pick<SnapshotHead, 'seq' | 'stream'>,
  signal: AbortSignal,
): Promise<number> {
  return readPublicState(db, async (whole) => {
    const head: SnapshotHead = { mark: whole.mark, ...position };
    // `pipeline` reports an error on its last stream
    const bytes = pipeline(Readable.from(linesOf(whole)), createGzip({ level: 1 }), () => undefined);
    addAbortSignal(signal, bytes);
    try {
      const put = store.put(
        { name: SNAPSHOT, metadata: { head: JSON.stringify(head) } },
        Readable.toWeb(bytes) as ReadableStream<Uint8Array>,
        { timeout: WRITE_TIMEOUT_MS },
      );
      // an engine that does not answer is not waited for
      await Promise.race([put, failedBy(bytes)]);
    } finally {
      bytes.destroy();
    }
    return whole.mark.version;
  });
}

function failedBy(bytes: Readable): Promise<never> {
  return new Promise((_, fail) => bytes.once('error', fail));
}

async function* linesOf({
  currencies,
  openings,
  articles,
  companies,
  boards,
  companySnapshots,
  fixings,
}: PublicState): AsyncIterable<string> {
  const first: FirstLine = {
    currencies: [...currencies],
    openings: [...openings],
    articles: [...articles],
    companies: companies.length,
    boards: boards.length,
  };
  yield `${JSON.stringify(first)}\n`;
  let index = 0;
  for await (const text of companySnapshots) {
    // the texts follow the order of the companies
    const company = serializeCompany(companies[index++] as BookCompany);
    // JSON contains no tab, so a reader that skips the text parses none of it
    yield `${JSON.stringify(company)}\t${text}\n`;
  }
  for (const board of boards) yield `${JSON.stringify(board)}\n`;
  for await (const { companyId, texts } of fixings) yield `${companyId} ${texts}\n`;
}

export function readHead(info: Pick<ObjectInfo, 'metadata'> | null): SnapshotHead | null {
  const head = readJson(info?.metadata?.head ?? '') as SnapshotHead | null;
  return isMark(head?.mark) && Number.isInteger(head?.seq) ? head : null;
}

const OBJECTS = `OBJ_${BUCKET}`;
export const HEAD_SUBJECT = `$O.${BUCKET}.M.${Buffer.from(SNAPSHOT).toString('base64')}`;

/**
 * Head of the snapshot, or null. An unreadable object cannot be overwritten, so the whole bucket is then emptied and
 * filled again.
 */
export async function findHead(streams: JetStreamManager): Promise<SnapshotHead | null> {
  const said = await streams.streams.getMessage(OBJECTS, { last_by_subj: HEAD_SUBJECT });
  const head = said && readHead(readJson(said.string()) as ObjectInfo | null);
  if (said && !head) await streams.streams.purge(OBJECTS);
  return head;
}

export async function readSnapshot(
  { data, error }: Pick<ObjectResult, 'data' | 'error'>,
  {
    form,
    reachedAt,
    between,
    maxSilence,
    companySnapshots,
  }: {
    form: BookForm;
    reachedAt: (site: string) => string;
    between: () => Promise<void>;
    /** longest silence, in milliseconds */
    maxSilence: number;
    companySnapshots: CompanySnapshots | null;
  },
): Promise<{ book: RateBook; articles: PublishedArticle[] }> {
  // awaited at the end, and thrown by the data as well
  error.catch(() => undefined);
  const download = Readable.fromWeb(data as WebStream<Uint8Array>);
  const bytes = pipeline(eachChunk(download, maxSilence), createGunzip(), () => undefined);
  let first = null as FirstLine | null;
  let book: RateBook | null = null;
  const companies: BookCompany[] = [];
  let boards = 0;
  const take = (line: string) => {
    if (!first) first = JSON.parse(line) as FirstLine;
    else if (companies.length < first.companies)
      companies.push(readCompanyLine(line, reachedAt, companySnapshots));
    else if (boards < first.boards) {
      boards += 1;
      companySnapshots?.setBoard(JSON.parse(line));
    } else add(line, book);
    if (first && !book && companies.length === first.companies)
      book = form.create(first.currencies, companies, new Map(first.openings));
  };
  try {
    await readLines(bytes.setEncoding('utf8'), take, async () => {
      if (!book) return;
      await setImmediate();
      await between();
    });
  } finally {
    // after an unreadable line, neither the rest nor the decompression is awaited
    bytes.destroy();
    download.destroy();
  }
  const failure = await error;
  if (failure) throw failure;
  if (!first || !book) throw new Error('the snapshot ends too soon');
  return { book, articles: first.articles };
}

async function* eachChunk(chunks: Readable, maxSilence: number): AsyncGenerator<Uint8Array> {
  const wait = () => setTimeout(() => chunks.destroy(new Error('the snapshot goes no further')), maxSilence);
  let timer = wait();
  try {
    for await (const chunk of chunks) {
      clearTimeout(timer);
      yield chunk;
      timer = wait();
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Splits at line feeds, since node:readline knows other line ends and drops errors. No text passes through a promise,
 * because V8 would retain all of them until a full collection (server/db/drain-rows.ts).
 */
async function readLines(
  texts: Readable,
  take: (line: string) => void,
  between: () => Promise<void>,
): Promise<void> {
  let wake = () => {};
  for (const event of ['readable', 'end', 'close']) texts.on(event, () => wake());
  let rest = '';
  for (;;) {
    const text: string | null = texts.read();
    if (text === null) {
      if (texts.errored) throw texts.errored;
      if (texts.readableEnded) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    const lines = text.split('\n');
    // the searched part of a long line is not searched again
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
    await between();
  }
  if (rest !== '') take(rest);
}

function readCompanyLine(
  line: string,
  reachedAt: (site: string) => string,
  companySnapshots: CompanySnapshots | null,
): BookCompany {
  const tab = line.indexOf('\t');
  const company = deserializeCompany(JSON.parse(line.slice(0, tab)), reachedAt);
  companySnapshots?.setCompany(company.id, line.slice(tab + 1));
  return company;
}

function add(line: string, book: RateBook | null): void {
  const gap = line.indexOf(' ');
  const companyId = Number(line.slice(0, gap));
  readTexts(line.slice(gap + 1), (code, rates) => book?.set(code, companyId, rates));
}
