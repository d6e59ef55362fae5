import type { Transaction } from 'kysely';
import type { PublishedArticle } from '#domain/articles/blog.ts';
import type { Db } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { selectArticles } from '../features/articles/articles.queries.ts';
import { selectOpenings } from '../rate-book/branches.queries.ts';
import { Changes } from '../rate-book/changes.ts';
import { selectFixingTexts } from '../rate-book/fixing-texts.queries.ts';
import { writeTexts } from '../rate-book/fixing-texts.ts';
import { type KeyedFixing, selectFixingsByKey } from '../rate-book/fixings.queries.ts';
import { type Mark, selectFirstNews, selectMark } from '../rate-book/log-of-changes.queries.ts';
import {
  COMPANIES_AT_ONCE,
  readAtOneMoment,
  selectAllCompanies,
  selectCompaniesById,
  selectCurrencies,
} from '../rate-book/rate-book.queries.ts';
import type { BookCompany, BookCurrency, Openings } from '../rate-book/rate-book.ts';
import { type ChangeMessage, writeCompany } from './entries.ts';

/** Lines of the log in one message: a batch of 40 fixings each makes some hundred kilobytes. */
const MOST_LINES = 100;

const asItIs = (site: string) => site;

/**
 * What the log says after a place, with what it names as that is now. Null: it does not go on from there, or says that
 * everything changed.
 */
export function selectMessage(db: Db, from: Mark): Promise<ChangeMessage | null> {
  return readAtOneMoment(db, async (trx) => {
    const news = await selectFirstNews(trx, from, MOST_LINES);
    const changes = new Changes();
    if (!news?.named.every((named) => changes.note(named))) return null;
    const named = [...new Set(news.named)];
    const companies = await selectCompaniesById(trx, changes.companies, asItIs);
    const texts = new Map(
      (await selectFixingTexts(trx, changes.companies)).map((row) => [row.companyId, row.texts]),
    );
    return {
      from,
      to: news.mark,
      named,
      fixings: byCompany(changes.fixings.length > 0 ? await selectFixingsByKey(trx, changes.fixings) : []),
      companies: companies.map((company) => [writeCompany(company), texts.get(company.id) ?? '']),
      currencies: changes.midRates ? await selectCurrencies(trx) : null,
      openings: changes.hours ? [...(await selectOpenings(trx))] : null,
      articles: changes.articles ? await selectArticles(trx) : null,
    };
  });
}

function byCompany(fixings: readonly KeyedFixing[]): ChangeMessage['fixings'] {
  return [...Map.groupBy(fixings, ({ companyId }) => companyId)].map(([id, those]) => [
    id,
    writeTexts(those.map(({ code, rates }) => [code, rates])),
  ]);
}

/** All that public reads show, as it stands at one moment. */
export type Whole = {
  readonly mark: Mark;
  readonly currencies: readonly BookCurrency[];
  readonly companies: readonly BookCompany[];
  readonly openings: Openings;
  readonly articles: readonly PublishedArticle[];
  /** read as one goes through them */
  readonly fixings: AsyncIterable<{ companyId: number; texts: string }>;
};

export function readWhole<T>(db: Db, use: (whole: Whole) => Promise<T>): Promise<T> {
  return readAtOneMoment(db, async (trx) => {
    const companies = await selectAllCompanies(trx, asItIs);
    const ids = companies.map(({ id }) => id);
    return use({
      mark: await selectMark(trx),
      currencies: await selectCurrencies(trx),
      companies,
      openings: await selectOpenings(trx),
      articles: await selectArticles(trx),
      fixings: eachFixing(trx, ids),
    });
  });
}

async function* eachFixing(trx: Transaction<Schema>, ids: readonly number[]) {
  for (let start = 0; start < ids.length; start += COMPANIES_AT_ONCE) {
    yield* await selectFixingTexts(trx, ids.slice(start, start + COMPANIES_AT_ONCE));
  }
}
