import { sql, type Transaction } from 'kysely';
import type { BranchKind } from '#domain/branches/branch.ts';
import { bookCompanyFields, companyFields } from '#domain/companies/fields.ts';
import { limitsOf, modeOf, type ReservableWorth, type ReservationTerms } from '#domain/terms/terms.ts';
import { isPublicCompany } from '../db/is-public-company.ts';
import { readDecimal } from '../db/numeric.ts';
import type { Db } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { selectBranches, selectOpenings } from './branches.queries.ts';
import { type KeyedFixing, selectFixingsIn } from './fixings.queries.ts';
import { type Mark, selectMark } from './log-of-changes.queries.ts';
import {
  type BookCompany,
  type BookCurrency,
  type BookForm,
  type RateBook,
  type Rates,
  stockedIn,
} from './rate-book.ts';

/** Sort position of currencies without their own. */
const LAST = 32_767;
/** Companies per read of fixings, between which comparisons are answered. */
const COMPANIES_AT_ONCE = 32;
/** Companies per read of branches, small enough for memory. */
const BRANCHES_OF_AT_ONCE = 500;

type BookTables = {
  readonly db: Db;
  readonly form: BookForm;
  readonly reachedAt: (site: string) => string;
};

/**
 * Whole book at one moment and its last change. Currencies without a mid rate are left out; `between` is
 * called again and again, since a million fixings take seconds.
 */
export async function loadRateBook(
  { db, form, reachedAt }: BookTables,
  between: () => Promise<void>,
): Promise<{ book: RateBook; mark: Mark }> {
  return readAtOneMoment(db, async (trx) => {
    const mark = await selectMark(trx);
    const currencies = await selectCurrencies(trx);
    const companies = await selectAllCompanies(trx, reachedAt);
    const book = form.create(currencies, companies, await selectOpenings(trx));
    for (const ids of partsOf(book.companies.map(({ id }) => id))) {
      await form.readFixings(trx, ids, (code, id, rates) => book.set(code, id, rates));
      await between();
    }
    return { book, mark };
  });
}

/** Companies that are read at once, part by part. */
export function* partsOf<T>(companies: readonly T[]): Iterable<readonly T[]> {
  const size = COMPANIES_AT_ONCE;
  for (let start = 0; start < companies.length; start += size) yield companies.slice(start, start + size);
}

/** Newest mid rates, with the fixings of newly rated currencies, at one moment. */
export async function loadMidRates(
  db: Db,
  before: RateBook,
): Promise<{ currencies: BookCurrency[]; fixings: KeyedFixing[] }> {
  return readAtOneMoment(db, async (trx) => {
    const currencies = await selectCurrencies(trx);
    const codes = currencies.map(({ code }) => code).filter((code) => !before.currency(code));
    return { currencies, fixings: await selectFixingsIn(trx, codes) };
  });
}

export type KnownCompany = { readonly company: BookCompany; readonly fixings: ReadonlyMap<string, Rates> };

/** Visible companies with their fixings, at one moment. */
export async function loadCompanies(
  { db, form, reachedAt }: BookTables,
  ids: readonly number[],
): Promise<ReadonlyMap<number, KnownCompany>> {
  return readAtOneMoment(db, async (trx) => {
    const companies = await selectCompaniesById(trx, ids, reachedAt);
    const fixings = new Map(companies.map(({ id }) => [id, new Map<string, Rates>()]));
    await form.readFixings(trx, [...fixings.keys()], (code, id, rates) => fixings.get(id)?.set(code, rates));
    return new Map(
      companies.map((company) => [company.id, { company, fixings: fixings.get(company.id) ?? new Map() }]),
    );
  });
}

export function readAtOneMoment<T>(db: Db, read: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

export async function selectCurrencies(trx: Transaction<Schema>): Promise<BookCurrency[]> {
  const rows = await trx
    .selectFrom('currencies')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mid_rates')
          .select(['rate', 'at', 'source'])
          .whereRef('mid_rates.currency_code', '=', 'currencies.code')
          .orderBy('at', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['code', 'label', 'position', 'rate', 'at', 'source'])
    .execute();
  const labels = new Intl.Collator('fr');
  return rows
    .filter((row) => row.position === 1 || row.rate !== null)
    .sort((a, b) => (a.position ?? LAST) - (b.position ?? LAST) || labels.compare(a.label, b.label))
    .map(({ code, label, rate, at, source }) => ({
      code,
      label,
      // the base is worth 1 of itself
      rate: rate === null ? { units: 1, scale: 0 } : readDecimal(rate),
      at: at?.toISOString() ?? '',
      source: source ?? '',
    }));
}

export async function selectAllCompanies(
  trx: Transaction<Schema>,
  reachedAt: BookTables['reachedAt'],
): Promise<BookCompany[]> {
  return withBranches(trx, await selectCompanies(trx).execute(), reachedAt);
}

export async function selectCompaniesById(
  trx: Transaction<Schema>,
  ids: readonly number[],
  reachedAt: BookTables['reachedAt'],
): Promise<BookCompany[]> {
  const found = await selectCompanies(trx).where(sql<boolean>`id = any(${ids}::int[])`).execute();
  return withBranches(trx, found, reachedAt);
}

async function withBranches(
  trx: Transaction<Schema>,
  companies: readonly (Omit<BookCompany, 'branches' | keyof Reservations> & { admitted: Admitted | null })[],
  reachedAt: BookTables['reachedAt'],
): Promise<BookCompany[]> {
  const known: BookCompany[] = [];
  for (let start = 0; start < companies.length; start += BRANCHES_OF_AT_ONCE) {
    const some = companies.slice(start, start + BRANCHES_OF_AT_ONCE);
    const branches = await selectBranches(
      trx,
      some.map(({ id }) => id),
    );
    for (const { admitted, ...company } of some) {
      known.push({
        ...company,
        ...(admitted ? reservationsOf(admitted) : NO_RESERVATIONS),
        site: reachedAt(company.site),
        branches: branches.get(company.id) ?? [],
      });
    }
  }
  return known;
}

type Reservations = Pick<BookCompany, 'reservable' | 'smallestNotes'>;
const NO_RESERVATIONS: Reservations = { reservable: new Map(), smallestNotes: new Map() };

/** Terms of an admitted company, and its stock by kind of branch. null: a company without branches. */
type Admitted = {
  terms: ReservationTerms;
  stocked: readonly (readonly [code: string, kind: BranchKind | null])[] | null;
};

function reservationsOf({ terms, stocked }: Admitted): Reservations {
  const reservable = new Map<string, ReservableWorth>();
  for (const [code, kind] of stocked ?? []) {
    const mode = modeOf(kind);
    if (mode === null || !terms.modes[mode].is_offered) continue;
    const limits = limitsOf(terms, mode);
    reservable.set(stockedIn(code, mode), limits);
    const known = reservable.get(code);
    reservable.set(code, known && known.least < limits.least ? known : limits);
  }
  const own = terms.denominations ?? [];
  return {
    reservable,
    smallestNotes: new Map(own.map(({ currency, values }) => [currency, Math.min(...values)])),
  };
}

type CopiedField = (typeof bookCompanyFields)[number];
type CopiedColumn = { [F in CopiedField]: `${F} as ${(typeof companyFields)[F]['book']}` }[CopiedField];
const copiedColumns = bookCompanyFields.map(
  // each field precedes its column
  (name) => `${name} as ${companyFields[name].book}` as CopiedColumn,
);

/** Fixings of invisible companies are logged, and compared when the company returns. */
function selectCompanies(db: Db) {
  return db
    .selectFrom('companies')
    .where(isPublicCompany())
    .select(['id', 'logo', ...copiedColumns])
    .select(
      sql<Admitted | null>`(
        SELECT jsonb_build_object('terms', terms, 'stocked', (
          SELECT jsonb_agg(DISTINCT jsonb_build_array(currency_code, kind))
          FROM stocks LEFT JOIN branches ON branches.id = stocks.branch
          WHERE stocks.company_id = companies.id AND ready > 0
            AND (day IS NULL OR day >= now()::date - 1) AND closed_at IS NULL
            AND (branch IS NOT NULL OR NOT EXISTS (
              SELECT FROM branches AS open WHERE open.company_id = companies.id AND open.closed_at IS NULL
            ))
        ))
        FROM reservation_terms WHERE company_id = companies.id AND admitted_at IS NOT NULL
      )`.as('admitted'),
    );
}
