import { type RawBuilder, sql } from 'kysely';
import type { Closure } from '#domain/branches/branch.ts';
import { type OpenInterval, spansOf } from '#domain/branches/open-state.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { FixedNow } from '#domain/reservations/fixed-now.ts';
import { openStates } from '#domain/reservations/states.ts';
import type { ReservationTerms } from '#domain/terms/terms.ts';
import { branchClosures } from '../../book/branches.queries.ts';
import { isPublicCompany } from '../../db/is-public-company.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import { COMPANY_ITSELF, fixingAt, type PickupBranch, rateOwnerOf } from './pickup-branch.ts';

const MOST_ACCOUNTS = 50;

/** Locks the traveller's row, which serialises changes of its reservations. false: erased. */
export async function lockTraveller(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('travellers')
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function findMailbox(db: Db, travellerId: number): Promise<string | null> {
  const row = await db
    .selectFrom('travellers')
    .where('id', '=', travellerId)
    .select('mailbox')
    .executeTakeFirst();
  return row?.mailbox ?? null;
}

/** Locks the accounts that count for a traveller, which serialises requests of one person. null: the traveller is erased. */
export async function lockPerson(trx: Db, id: number): Promise<readonly number[] | null> {
  const rows = await selectPerson(trx, id).orderBy('id').forNoKeyUpdate(['travellers']).execute();
  const accounts = rows.map((row) => row.id);
  return accounts.includes(id) ? accounts : null;
}

export async function listAccounts(db: Db, travellerId: number): Promise<readonly number[]> {
  return (await selectPerson(db, travellerId).execute()).map(({ id }) => id);
}

/** Accounts of a traveller's mailbox, and those that stated its telephone before it. Bounded, because a switchboard may serve many. */
export function accountsOf(id: RawBuilder<number>) {
  return sql<number>`(
    SELECT same.id FROM travellers AS one JOIN travellers AS same
      ON same.mailbox = one.mailbox OR (
        same.phone_digits = one.phone_digits AND one.phone_digits <> '' AND same.phone_at <= one.phone_at
      )
    WHERE one.id = ${id}
    ORDER BY same.id <> one.id, same.id DESC LIMIT ${MOST_ACCOUNTS}
  )`;
}

function selectPerson(db: Db, id: number) {
  return db
    .selectFrom('travellers')
    .where(sql<boolean>`travellers.id IN ${accountsOf(sql`${id}::int`)}`)
    .select('travellers.id');
}

/** Reservation made by this traveller's key. */
export async function findByKey(
  trx: Db,
  travellerId: number,
  key: string,
): Promise<{ id: number; reference: string; hash: Buffer } | undefined> {
  return trx
    .selectFrom('reservations')
    .where('traveller_id', '=', travellerId)
    .where('request_key', '=', key)
    .select(['id', 'reference', 'request_hash as hash'])
    .executeTakeFirst();
}

export async function countOpen(trx: Db, accounts: readonly number[]): Promise<number> {
  const { count } = await trx
    .selectFrom('reservations')
    .where('traveller_id', 'in', accounts)
    .where('state', 'in', openStates)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Open reservations of a network at a company by travellers to whom nobody has handed over anything yet. */
export async function countOfNewcomers(
  trx: Db,
  { network, companyId }: { network: Buffer; companyId: number },
): Promise<number> {
  const { count } = await trx
    .selectFrom('reservations')
    .where('network', '=', network)
    .where('company_id', '=', companyId)
    .where('ended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reservations as past')
            .whereRef('past.traveller_id', '=', 'reservations.traveller_id')
            .where('past.state', '=', 'collected')
            .select('past.id'),
        ),
      ),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether any company has handed notes over to one of these accounts. */
export async function hasCollected(trx: Db, accounts: readonly number[]): Promise<boolean> {
  const row = await trx
    .selectFrom('reservations')
    .where('traveller_id', 'in', accounts)
    .where('state', '=', 'collected')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reservation of the same amount at the same place and hour, made within a day before. */
export async function findSame(
  trx: Db,
  accounts: readonly number[],
  same: {
    companyId: number;
    branch: number | null;
    side: FixingSide;
    code: string;
    handedOver: string;
    pickupAt: Date;
    at: Date;
  },
): Promise<string | null> {
  const row = await trx
    .selectFrom('reservations')
    .where('traveller_id', 'in', accounts)
    .where('company_id', '=', same.companyId)
    .where('branch', 'is not distinct from', same.branch)
    .where('side', '=', same.side)
    .where('currency_code', '=', same.code)
    .where('handed_over', '=', same.handedOver)
    .where('pickup_at', '=', same.pickupAt)
    .where('requested_at', '>', new Date(same.at.getTime() - 86_400_000))
    .where('state', 'in', openStates)
    .select('reference')
    .limit(1)
    .executeTakeFirst();
  return row?.reference ?? null;
}

export async function countMade(
  trx: Db,
  accounts: readonly number[],
  at: Date,
): Promise<{ ofHour: number; ofDay: number }> {
  const since = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
  return trx
    .selectFrom('reservations')
    .where('traveller_id', 'in', accounts)
    .where('requested_at', '>', since(24))
    .select((eb) => [
      eb.fn.countAll<number>().as('ofDay'),
      eb.fn.countAll<number>().filterWhere('requested_at', '>', since(1)).as('ofHour'),
    ])
    .executeTakeFirstOrThrow();
}

export function selectTerms(db: Db, companyId: number) {
  return db
    .selectFrom('reservation_terms')
    .innerJoin('companies', 'companies.id', 'company_id')
    .where('company_id', '=', companyId)
    .where('admitted_at', 'is not', null)
    .where(isPublicCompany())
    .select('terms');
}

/** Locks the terms and the company's admission. null: no reservations. */
export async function lockTerms(trx: Db, companyId: number): Promise<ReservationTerms | null> {
  const row = await selectTerms(trx, companyId)
    .forShare(['companies', 'reservation_terms'])
    .executeTakeFirst();
  return row?.terms ?? null;
}

/** Open branches with their computed opening times. */
export function selectOpenBranches(db: Db, companyId: number) {
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

type BranchRow = Omit<PickupBranch, 'opening' | 'id' | 'closures'> & {
  id: number;
  stretches: unknown;
  until: string;
  closures: readonly Closure[];
};

export function toPickupBranch({ stretches, until, closures, ...branch }: BranchRow): PickupBranch {
  // written by the queue
  const spans = stretches ? spansOf(stretches as OpenInterval[], closures, branch.timeZone) : null;
  return { ...branch, closures, opening: spans && { spans, until: Number(until) } };
}

/** Open branch of a company, or with null the company without branches. null: none. */
export async function findPickupBranch(
  trx: Db,
  companyId: number,
  id: number | null,
): Promise<PickupBranch | null> {
  const branches = selectOpenBranches(trx, companyId);
  if (id === null) return (await branches.limit(1).executeTakeFirst()) ? null : COMPANY_ITSELF;
  // stays open until the transaction ends
  const row = await branches.where('id', '=', id).forShare(['branches']).executeTakeFirst();
  return row ? toPickupBranch(row) : null;
}

/** Locks the company's visibility. true: visible. */
export async function lockVisibility(trx: Db, companyId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('companies')
    .where('id', '=', companyId)
    .where(isPublicCompany())
    .select('id')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the fixing of a branch or company against new rates. */
export async function lockFixing(
  trx: Db,
  pickupBranch: PickupBranch,
  { companyId, code, side }: { companyId: number; code: string; side: FixingSide },
): Promise<FixedNow | null> {
  const branch = rateOwnerOf(pickupBranch);
  const row = await trx
    // both tables have these columns; a company's fixings have a null branch
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
  return fixingAt(pickupBranch, side, { ...row, rate, updatedAt: row.updatedAt.getTime() });
}
