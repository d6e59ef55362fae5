import type { Transaction } from 'kysely';
import { selectOpenings } from '../book/branches.queries.ts';
import { Changes } from '../book/changes.ts';
import { selectFixingTexts } from '../book/fixing-texts.queries.ts';
import { writeTexts } from '../book/fixing-texts.ts';
import { type KeyedFixing, selectFixingsByKey } from '../book/fixings.queries.ts';
import { type Mark, selectFirstNews } from '../book/log-of-changes.queries.ts';
import {
  partsOf,
  readAtOneMoment,
  selectAllCompanies,
  selectCompaniesById,
  selectCurrencies,
} from '../book/rate-book.queries.ts';
import { drainRows } from '../db/drain-rows.ts';
import type { Db } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { selectArticles } from '../features/articles/articles.queries.ts';
import { listScreenBoards } from '../features/boards/screen-boards.queries.ts';
import { selectPublicCompanies } from '../features/branches/branches.queries.ts';
import { listBookingWays } from '../features/requests/bookings.queries.ts';
import type { CompanySnapshot } from './company-snapshots.ts';
import { type ChangeMessage, type FirstLine, serializeCompany } from './messages.ts';

const unchangedSite = (site: string) => site;

/**
 * Changes after a mark, at most so many lines of the log, with the present state of what they name. null: the log does
 * not continue from the mark, or everything changed.
 */
export function selectMessage(db: Db, from: Mark, lines: number): Promise<ChangeMessage | null> {
  return readAtOneMoment(db, async (trx) => {
    const news = await selectFirstNews(trx, from, lines);
    const changes = new Changes();
    if (!news?.named.every((named) => changes.note(named))) return null;
    const { fixings, companies, midRates, hours, articles } = changes;
    const bureaux = [...new Set([...companies, ...fixings.map(({ companyId }) => companyId)])];
    return {
      from,
      to: news.mark,
      named: [...new Set(news.named)],
      fixings: byCompany(fixings.length > 0 ? await selectFixingsByKey(trx, fixings) : []),
      companies: companies.length > 0 ? await selectCompanyEntries(trx, companies) : [],
      currencies: midRates ? await selectCurrencies(trx) : null,
      openings: hours ? [...(await selectOpenings(trx))] : null,
      articles: articles ? await selectArticles(trx) : null,
      boards: bureaux.length > 0 ? await listScreenBoards(trx, bureaux) : [],
    };
  });
}

async function selectCompanyEntries(
  trx: Transaction<Schema>,
  ids: readonly number[],
): Promise<ChangeMessage['companies']> {
  const companies = await selectCompaniesById(trx, ids, unchangedSite);
  const texts = new Map((await selectFixingTexts(trx, ids)).map((row) => [row.companyId, row.texts]));
  const told = await selectCompanySnapshots(trx, ids);
  return companies.map((company) => [
    serializeCompany(company),
    texts.get(company.id) ?? '',
    told.get(company.id) ?? '',
  ]);
}

async function selectCompanySnapshots(trx: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const ways = await listBookingWays(trx, ids);
  return new Map(
    Array.from(await selectPublicCompanies(trx, ids), ([id, shown]) => [
      id,
      JSON.stringify({ ...shown, ways: ways.get(id) ?? null } satisfies CompanySnapshot),
    ]),
  );
}

function byCompany(fixings: readonly KeyedFixing[]): ChangeMessage['fixings'] {
  return [...Map.groupBy(fixings, ({ companyId }) => companyId)].map(([id, those]) => [
    id,
    writeTexts(those.map(({ code, rates }) => [code, rates])),
  ]);
}

/** Snapshot of all public data as lines of JSON, at the moment of the transaction that gives them. */
export async function* selectSnapshotLines(trx: Transaction<Schema>): AsyncIterable<string> {
  const companies = await selectAllCompanies(trx, unchangedSite);
  const boards = await listScreenBoards(trx, null);
  const first: FirstLine = {
    currencies: await selectCurrencies(trx),
    openings: [...(await selectOpenings(trx))],
    articles: await selectArticles(trx),
    companies: companies.length,
    boards: boards.length,
  };
  yield `${JSON.stringify(first)}\n`;
  for (const some of partsOf(companies)) {
    const ids = some.map(({ id }) => id);
    const texts = await selectCompanySnapshots(trx, ids);
    for (const company of some) {
      // JSON contains no tab, so a reader that skips the text parses none of it
      yield `${JSON.stringify(serializeCompany(company))}\t${texts.get(company.id) ?? ''}\n`;
    }
  }
  for (const board of boards) yield `${JSON.stringify(board)}\n`;
  for (const some of partsOf(companies)) {
    const ids = some.map(({ id }) => id);
    const rows = await selectFixingTexts(trx, ids);
    for (const { companyId, texts } of drainRows(rows)) yield `${companyId} ${texts}\n`;
  }
}
