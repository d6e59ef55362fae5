import { sql } from 'kysely';
import { type Stretch, spansOf } from '#domain/branches/open-state.ts';
import type { FixingSide } from '#domain/fixings/draft.ts';
import type { FixedNow } from '#domain/reservations/fixed-now.ts';
import { openStates } from '#domain/reservations/states.ts';
import type { ReservationTerms } from '#domain/reservations/terms.ts';
import { branchClosures } from '../../book/branches.queries.ts';
import { isShown } from '../../db/is-shown.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import { COMPANY, type Counter, fixedAt, sheetOf } from './counter.ts';

/** Holds the traveller's row, at which all requests of one traveller wait for each other. False: there is none any more. */
export async function holdTraveller(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('travellers')
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The reservation that this traveller's request of this key made. */
export async function findByKey(
  trx: Db,
  travellerId: number,
  key: string,
): Promise<{ id: number; hash: Buffer } | undefined> {
  return trx
    .selectFrom('reservations')
    .where('traveller_id', '=', travellerId)
    .where('request_key', '=', key)
    .select(['id', 'request_hash as hash'])
    .executeTakeFirst();
}

export async function countOpen(trx: Db, travellerId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('reservations')
    .where('traveller_id', '=', travellerId)
    .where('state', 'in', openStates)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many requests of a traveller made a reservation in the hour and in the day before, whatever became of them. */
export async function countMade(
  trx: Db,
  travellerId: number,
  at: Date,
): Promise<{ ofHour: number; ofDay: number }> {
  const since = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
  return trx
    .selectFrom('reservations')
    .where('traveller_id', '=', travellerId)
    .where('requested_at', '>', since(24))
    .select((eb) => [
      eb.fn.countAll<number>().as('ofDay'),
      eb.fn.countAll<number>().filterWhere('requested_at', '>', since(1)).as('ofHour'),
    ])
    .executeTakeFirstOrThrow();
}

/** The terms of a bureau, if it takes reservations. */
export function selectTerms(db: Db, companyId: number) {
  return db
    .selectFrom('reservation_terms')
    .innerJoin('companies', 'companies.id', 'company_id')
    .where('company_id', '=', companyId)
    .where('admitted_at', 'is not', null)
    .where(isShown())
    .select('terms');
}

/** The terms of a bureau that takes reservations; both stay until the transaction ends. Null: it takes none. */
export async function holdTerms(trx: Db, companyId: number): Promise<ReservationTerms | null> {
  const row = await selectTerms(trx, companyId)
    .forShare(['companies', 'reservation_terms'])
    .executeTakeFirst();
  return row?.terms ?? null;
}

/** The branches of a company that are open to business, with when each is open as far as that was computed. */
export function selectCounters(db: Db, companyId: number) {
  return db
    .selectFrom('branches')
    .where('company_id', '=', companyId)
    .where('closed_at', 'is', null)
    .leftJoin('opening_times', (join) =>
      join
        .onRef('opening_times.hours', '=', 'branches.hours')
        .onRef('opening_times.holidays_region', '=', 'branches.holidays_region')
        .onRef('opening_times.closed_on_holidays', '=', 'branches.closed_on_holidays')
        .onRef('opening_times.time_zone', '=', 'branches.time_zone'),
    )
    .select(['id', 'kind', 'branches.time_zone as timeZone', 'sells', 'buys_back as buysBack'])
    .select(['takes_cards as takesCards', 'rates', 'stretches'])
    .select(sql<number>`(coalesce(percent, 0) * 100)::int`.as('percent'))
    .select(
      sql<string>`date_part('epoch', to_day::timestamp AT TIME ZONE branches.time_zone) * 1000`.as('until'),
    )
    .select(branchClosures().as('closures'));
}

type CounterRow = Omit<Counter, 'opening' | 'id' | 'closures'> & {
  id: number;
  stretches: unknown;
  until: string;
  closures: Parameters<typeof spansOf>[1];
};

export function readCounter({ stretches, until, closures, ...counter }: CounterRow): Counter {
  // as the queue wrote them
  const spans = stretches ? spansOf(stretches as Stretch[], closures) : null;
  return { ...counter, closures, opening: spans && { spans, until: Number(until) } };
}

/** A company's branch that is open to business, or, with null, the company where it has none; null: there is no such one. */
export async function findCounter(trx: Db, companyId: number, id: number | null): Promise<Counter | null> {
  const counters = selectCounters(trx, companyId);
  if (id === null) return (await counters.limit(1).executeTakeFirst()) ? null : COMPANY;
  // it stays open until the transaction ends
  const row = await counters.where('id', '=', id).forShare(['branches']).executeTakeFirst();
  return row ? readCounter(row) : null;
}

/** True where a bureau is shown to travellers, which stays so until the transaction ends. */
export async function holdShown(trx: Db, companyId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('companies')
    .where('id', '=', companyId)
    .where(isShown())
    .select('id')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** What is fixed at a counter, which stays until the transaction ends: who fixes another rate waits, or has been waited for. */
export async function holdFixing(
  trx: Db,
  counter: Counter,
  { companyId, code, side }: { companyId: number; code: string; side: FixingSide },
): Promise<FixedNow | null> {
  const branch = sheetOf(counter);
  const row = await trx
    // both have these columns; of fixings the branch is null
    .selectFrom((branch === null ? 'fixings' : 'branch_fixings') as 'branch_fixings')
    .where('company_id', '=', companyId)
    .where('branch', 'is not distinct from', branch)
    .where('currency_code', '=', code)
    .select([side === 'sale' ? 'sale as rate' : 'purchase as rate', 'updated_at as updatedAt'])
    .select(side === 'sale' ? 'is_sale_suspended as isSuspended' : 'is_purchase_suspended as isSuspended')
    .select(sql<boolean>`held_at IS NOT NULL`.as('isHeld'))
    .forShare()
    .executeTakeFirst();
  if (!row) return null;
  const rate = row.rate === null ? null : readDecimal(row.rate);
  return fixedAt(counter, side, { ...row, rate, updatedAt: row.updatedAt.getTime() });
}
