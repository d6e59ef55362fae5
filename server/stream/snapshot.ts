import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { ObjectInfo, ObjectStore } from '@nats-io/obj';
import type { PublishedArticle } from '#domain/articles/blog.ts';
import { readTexts } from '../book/fixing-texts.ts';
import { type Mark, selectMark } from '../book/log-of-changes.queries.ts';
import { readAtOneMoment } from '../book/rate-book.queries.ts';
import type { BookCompany, BookForm, RateBook } from '../book/rate-book.ts';
import type { Db } from '../db/open.ts';
import type { CompanySnapshots } from './company-snapshots.ts';
import { deserializeCompany, type FirstLine, isMark, readJson } from './messages.ts';
import { BUCKET, OBJECTS, SNAPSHOT } from './nats.ts';
import { selectSnapshotLines } from './relay.queries.ts';

const WRITE_TIMEOUT_MS = 60_000;

/**
 * Position of a snapshot in its stream. `stream` is the creation time, because a recreated stream restarts its
 * sequence.
 */
export type SnapshotHead = { readonly mark: Mark; readonly seq: number; readonly stream: string };

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
  return readAtOneMoment(db, async (trx) => {
    const mark = await selectMark(trx);
    const head: SnapshotHead = { mark, ...position };
    const gzip = createGzip({ level: 1 });
    const info = { name: SNAPSHOT, metadata: { head: JSON.stringify(head) } };
    const bytes = Readable.toWeb(gzip) as ReadableStream<Uint8Array>;
    try {
      // an abort ends the first at once, and an engine that does not answer is not waited for
      await Promise.all([
        pipeline(Readable.from(selectSnapshotLines(trx)), gzip, { signal }),
        store.put(info, bytes, { timeout: WRITE_TIMEOUT_MS }),
      ]);
    } finally {
      gzip.destroy();
    }
    return mark.version;
  });
}

export function readHead(info: Pick<ObjectInfo, 'metadata'> | null): SnapshotHead | null {
  const head = readJson(info?.metadata?.head ?? '') as SnapshotHead | null;
  return isMark(head?.mark) && Number.isInteger(head?.seq) ? head : null;
}

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

type ReadOptions = {
  form: BookForm;
  reachedAt: (site: string) => string;
  between: () => Promise<void>;
  companySnapshots: CompanySnapshots | null;
};

export async function readSnapshot(
  data: Readable,
  { between, ...options }: ReadOptions,
): Promise<{ book: RateBook; articles: readonly PublishedArticle[] }> {
  const reader = new SnapshotReader(options);
  let rest = '';
  // no text passes through a promise, because V8 would retain all of them until a full collection (db/drain-rows.ts)
  const lines = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      const found = text.split('\n');
      // the searched part of a long line is not searched again
      found[0] = rest + found[0];
      rest = found.pop() ?? '';
      try {
        for (const line of found) reader.read(line);
      } catch (failure) {
        return done(failure as Error);
      }
      if (!reader.book) return done();
      setImmediate()
        .then(between)
        .then(() => done(), done);
    },
  });
  await pipeline(data, createGunzip().setEncoding('utf8'), lines);
  if (rest !== '') reader.read(rest);
  const { book, first } = reader;
  if (!first || !book) throw new Error('the snapshot ends too soon');
  return { book, articles: first.articles };
}

class SnapshotReader {
  first: FirstLine | null = null;
  book: RateBook | null = null;
  readonly #options: Pick<ReadOptions, 'form' | 'reachedAt' | 'companySnapshots'>;
  readonly #companies: BookCompany[] = [];
  #boards = 0;

  constructor(options: Pick<ReadOptions, 'form' | 'reachedAt' | 'companySnapshots'>) {
    this.#options = options;
  }

  read(line: string): void {
    const { form, companySnapshots } = this.#options;
    if (!this.first) this.first = JSON.parse(line) as FirstLine;
    else if (this.#companies.length < this.first.companies) this.#readCompany(line);
    else if (this.#boards < this.first.boards) {
      this.#boards += 1;
      companySnapshots?.setBoard(JSON.parse(line));
    } else this.#readFixings(line);
    const { currencies, openings, companies } = this.first;
    if (!this.book && this.#companies.length === companies) {
      this.book = form.create(currencies, this.#companies, new Map(openings));
    }
  }

  #readCompany(line: string): void {
    const { reachedAt, companySnapshots } = this.#options;
    const tab = line.indexOf('\t');
    const company = deserializeCompany(JSON.parse(line.slice(0, tab)), reachedAt);
    companySnapshots?.setCompany(company.id, line.slice(tab + 1));
    this.#companies.push(company);
  }

  #readFixings(line: string): void {
    const gap = line.indexOf(' ');
    const companyId = Number(line.slice(0, gap));
    readTexts(line.slice(gap + 1), (code, rates) => this.book?.set(code, companyId, rates));
  }
}
