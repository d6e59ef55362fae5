import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLUMNS, NAMES } from '../book/fixing-columns.ts';
import { selectMark } from '../book/log-of-changes.queries.ts';
import { readAtOneMoment } from '../book/rate-book.queries.ts';
import type { Db } from '../db/open.ts';
import { computeOpenings } from '../features/branches/compute-openings.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  aBranchFixingRow,
  aBranchRow,
  aClosureRow,
  aCompanyRow,
  aCurrencyRow,
  aFixingRow,
  aMidRateRow,
  aStockRow,
  aTermsRow,
} from '../testing/rows.ts';
import type { ComparisonSums } from './counts.ts';
import { type ChangeMessage, type Heartbeat, readMessage, type SnapshotHead } from './messages.ts';
import { FORMAT_VERSION } from './nats.ts';
import { selectMessage, selectSnapshotLines } from './relay.queries.ts';

const AT = new Date('2026-11-17T09:30:00Z');
/** Digest of the format of FORMAT_VERSION. */
const FORMAT_DIGEST = 'e6720f7334a6b546';

let database: TestDatabase;
let message: ChangeMessage;
const lines: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db
    .insertInto('currencies')
    .values([aCurrencyRow({ code: 'EUR', position: 1 }), aCurrencyRow({ code: 'USD' })])
    .execute();
  const mark = await selectMark(db);
  await fill(db);
  const selected = await selectMessage(db, mark, 1_000);
  if (!selected) throw new Error('the log names something that no message carries');
  message = selected;
  await readAtOneMoment(db, async (trx) => {
    for await (const line of selectSnapshotLines(trx)) lines.push(line);
  });
});
afterAll(() => database.close());

test('a changed format has another version', () => {
  const digest = createHash('sha256').update(written().join('\n')).digest('hex').slice(0, 16);
  const advice =
    `The stream has another format. Record the new FORMAT_DIGEST. If version ${FORMAT_VERSION} of server/stream/nats.ts was ` +
    'released, raise FORMAT_VERSION there and in deploy/nats/users.conf.';
  expect(digest, advice).toBe(FORMAT_DIGEST);
});

test('the schema takes what is written, with the columns of this version alone', () => {
  const read = (change: (text: string) => string) => {
    const fixings = message.fixings.map(([id, texts]) => [id, change(texts)]);
    return readMessage(JSON.stringify({ ...message, fixings }));
  };
  expect(message.fixings).toHaveLength(1);
  expect(read((texts) => texts)).toEqual(message);
  expect(read((texts) => `${texts} 1`)).toBeNull();
  expect(read((texts) => texts.split(' ').slice(0, -NAMES.length).join(' '))).toBeNull();
});

/** Paths of everything that is written, each with a type of value. */
function written(): string[] {
  const [first = '', company = '', board = ''] = lines;
  const [serialized = '', snapshot = ''] = company.split('\t');
  const mark = { version: 1, at: 1 };
  const head: SnapshotHead = { mark, seq: 1, stream: '' };
  const heartbeat: Heartbeat = { stream: '', seq: 1, version: 1, at: 1, isRightClock: true };
  const impressions = { companyId: 1, code: '', shown: 1, ranks: 1 };
  const sums: ComparisonSums = { day: '', comparisons: 1, shown: [impressions] };
  const parsed = { first, serialized, snapshot, board, told: message.companies[0]?.[2] ?? '' };
  const read = Object.entries(parsed).map(([name, text]) => [name, JSON.parse(text)]);
  const all = {
    message,
    ...Object.fromEntries(read),
    head,
    heartbeat,
    sums,
    fixingColumns: Object.keys(COLUMNS),
  };
  return [...new Set(pathsOf(all, ''))].toSorted();
}

function pathsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return [`${path}[]`, ...value.flatMap((entry) => pathsOf(entry, `${path}[]`))];
  if (value === null || typeof value !== 'object')
    return [`${path}: ${value === null ? null : typeof value}`];
  return Object.entries(value).flatMap(([name, entry]) => pathsOf(entry, `${path}.${name}`));
}

/** Rows of everything that the stream carries. Each list has an entry. */
async function fill(db: Db): Promise<void> {
  await db
    .insertInto('mid_rates')
    .values(aMidRateRow({ at: AT }))
    .execute();
  const { id: company_id } = await db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Quai', logo: 'quai' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: branch } = await db
    .insertInto('branches')
    .values(
      aBranchRow({
        company_id,
        lat: 45.76,
        lon: 4.86,
        hours: 'Mo-Sa 09:30-18:30',
        rates: 'own',
        payment_means: ['cash'],
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const ofCompany = { company_id, updated_at: AT };
  const sides = { purchase: '1.17', sale: '1.1' };
  await db
    .insertInto('branch_closures')
    .values(aClosureRow({ branch_id: branch, from_time: '12:00', to_time: '14:00' }))
    .execute();
  await db
    .insertInto('fixings')
    .values(aFixingRow({ ...ofCompany, ...sides }))
    .execute();
  await db
    .insertInto('branch_fixings')
    .values(aBranchFixingRow({ ...ofCompany, ...sides, branch }))
    .execute();
  await db.insertInto('reservation_terms').values(aTermsRow(ofCompany)).execute();
  await db.insertInto('stocks').values(aStockRow({ company_id, branch })).execute();
  await db.insertInto('sheets').values({ company_id, quote_unit: 'per_base', made_at: AT }).execute();
  await db.insertInto('sheet_currencies').values({ company_id, currency_code: 'USD', position: 1 }).execute();
  await db
    .insertInto('boards')
    .values({ company_id, left_out: ['JPY'], secret_hash: Buffer.alloc(32), screen_made_at: AT })
    .execute();
  await db
    .insertInto('articles')
    .values({
      ...{
        id: 'a',
        group: 'b',
        topic: 'c',
        title: 'd',
        description: 'e',
        descriptions: ['f'],
        reading_time: 1,
      },
      ...{ image: 'g.webp', content: '<p>h</p>', publication_date: '2026-11-16' },
    })
    .execute();
  await computeOpenings(db, AT, new AbortController().signal);
}
