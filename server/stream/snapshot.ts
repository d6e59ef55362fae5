import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { DirectStreamAPI, JetStreamManager } from '@nats-io/jetstream';
import type { ObjectStore } from '@nats-io/obj';
import { type Static, Type } from 'typebox';
import { fastForm } from '../book/fast-book.ts';
import { readTexts } from '../book/fixing-texts.ts';
import { selectMark } from '../book/log-of-changes.queries.ts';
import { readAtOneMoment } from '../book/rate-book.queries.ts';
import type { BookCompany, RateBook } from '../book/rate-book.ts';
import type { Db } from '../db/open.ts';
import type { CompanySnapshots } from './company-snapshots.ts';
import {
  createReader,
  deserializeCompany,
  type FirstLine,
  readSnapshotHead,
  type SnapshotHead,
} from './messages.ts';
import { BUCKET, OBJECTS, SNAPSHOT } from './nats.ts';
import { selectSnapshotLines } from './relay.queries.ts';

const WRITE_TIMEOUT_MS = 60_000;

/** Replaces the snapshot and resolves with the version reached. */
export function writeSnapshot(
  db: Db,
  store: ObjectStore,
  { seq, stream }: Omit<SnapshotHead, 'mark'>,
  signal: AbortSignal,
): Promise<number> {
  return readAtOneMoment(db, async (trx) => {
    const mark = await selectMark(trx);
    const head: SnapshotHead = { mark, seq, stream };
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

export const HEAD_SUBJECT = `$O.${BUCKET}.M.${Buffer.from(SNAPSHOT).toString('base64')}`;
const Info = Type.Object({
  nuid: Type.String(),
  size: Type.Integer(),
  digest: Type.String(),
  metadata: Type.Object({ head: Type.String() }),
});
const readInfo = createReader(Info);

/** Stored snapshot. undefined: none; null: an unreadable one. */
export async function findSnapshot({ streams, direct }: JetStreamManager) {
  const stored = await streams.getMessage(OBJECTS, { last_by_subj: HEAD_SUBJECT });
  if (!stored) return undefined;
  const info = readInfo(stored.string());
  const head = info && readSnapshotHead(info.metadata.head);
  return head && { head, data: readChunks(direct, info) };
}

/** Chunks by gets, because a consumer could deliver into any subject (decision 025). */
async function* readChunks(direct: DirectStreamAPI, { nuid, size, digest }: Static<typeof Info>) {
  const sum = createHash('sha256');
  const next_by_subj = `$O.${BUCKET}.C.${nuid}`;
  let seq = 1;
  for (let read = 0; read < size; ) {
    const chunk = await direct.getMessage(OBJECTS, { seq, next_by_subj });
    if (!chunk) throw new Error('the snapshot was replaced while it was read');
    sum.update(chunk.data);
    read += chunk.data.length;
    seq = chunk.seq + 1;
    yield chunk.data;
  }
  if (digest !== `SHA-256=${sum.digest('base64url')}=`) throw new Error('checksum of the snapshot differs');
}

/** Head of the snapshot, or null. The bucket is emptied of an unreadable one, which cannot be overwritten. */
export async function findHead(streams: JetStreamManager): Promise<SnapshotHead | null> {
  const found = await findSnapshot(streams);
  if (found === null) await streams.streams.purge(OBJECTS);
  return found?.head ?? null;
}

/** Reads the lines of a snapshot into a new book, and what else they say of companies into `companySnapshots`. */
export async function readSnapshot(
  data: AsyncIterable<Uint8Array>,
  reachedAt: (site: string) => string,
  companySnapshots: CompanySnapshots | null,
): Promise<{ book: RateBook; articles: FirstLine['articles'] }> {
  const companies: BookCompany[] = [];
  let first: FirstLine | null = null;
  let book: RateBook | null = null;
  let boards = 0;

  function read(line: string): void {
    if (!first) first = JSON.parse(line) as FirstLine;
    else if (companies.length < first.companies) {
      const tab = line.indexOf('\t');
      const company = deserializeCompany(JSON.parse(line.slice(0, tab)), reachedAt);
      companySnapshots?.setCompany(company.id, line.slice(tab + 1));
      companies.push(company);
    } else if (boards < first.boards) {
      boards += 1;
      companySnapshots?.setBoard(JSON.parse(line));
    } else {
      const gap = line.indexOf(' ');
      const companyId = Number(line.slice(0, gap));
      readTexts(line.slice(gap + 1), (code, rates) => book?.set(code, companyId, rates));
    }
    if (!book && companies.length === first.companies) {
      book = fastForm.create(first.currencies, companies, new Map(first.openings));
    }
  }

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
        for (const line of found) read(line);
      } catch (failure) {
        return done(failure as Error);
      }
      // requests are answered between two parts
      setImmediate(done);
    },
  });
  await pipeline(data, createGunzip().setEncoding('utf8'), lines);
  if (!first || !book) throw new Error('the snapshot is truncated');
  return { book, articles: (first as FirstLine).articles };
}
