import { type SqlBool, sql } from 'kysely';
import { PAGE_SIZE } from '#domain/lists/page.ts';
import { readCode } from '#domain/reservations/code.ts';
import type { ReservationsQuery, StruckSlip } from '#domain/reservations/reservation.ts';
import type { ReservationState } from '#domain/reservations/states.ts';
import type { ReservationTerms } from '#domain/terms/terms.ts';
import { isClosedAtPickup } from '../../db/closed-at-pickup.ts';
import type { Db } from '../../db/open.ts';
import { linkedExchanges } from './linked.queries.ts';
import type { PickupCodes } from './pickup-codes.ts';
import { redemptionsOfReservation } from './redemptions.queries.ts';
import { isRateSuspended } from './told-rates.queries.ts';

export type ReservationRow = Awaited<ReturnType<typeof listOwn>>[number];

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
type EventRow = { at: string; kind: string; actor: string; reason: string | null } & {
  pickup_was: string | null;
  branch_was: string | null;
};

function selectReservations(db: Db) {
  return db
    .selectFrom('reservations')
    .innerJoin('companies', 'companies.id', 'reservations.company_id')
    .leftJoin('branches', 'branches.id', 'reservations.branch')
    .leftJoin('valid_slips as slips', 'slips.reservation_id', 'reservations.id')
    .select([
      'reservations.reference',
      'code',
      'code_sealed',
      'state',
      'side',
      'base',
      'currency_code',
      'reservations.rate',
      'reservations.offered',
      'reservations.received',
    ])
    .select(sql<string>`concat(reservations.year, '-', reservations.number)`.as('number'))
    .select(['slips.rate as applied_rate', 'slips.offered as applied_offered'])
    .select('slips.received as applied_received')
    .select(['fee', 'handed_over', 'mode', 'payment', 'notes', 'denominations', 'promise', 'pickup_at'])
    .select(isClosedAtPickup().as('closed_then'))
    .select(sql<boolean>`ended_at IS NULL AND companies.suspended_at IS NOT NULL`.as('company_suspended'))
    .select(isRateSuspended().as('rate_suspended'))
    .select(['held_until', 'due_at'])
    .select(linkedExchanges().as('linked'))
    .select(redemptionsOfReservation().as('redemptions'))
    .select(['requested_at', 'reservations.updated_at', 'ended_at'])
    .select(['companies.name as company', 'logo', 'site'])
    .select(['branches.id as branch_id', 'branches.name as branch', 'branches.address', 'postcode', 'city'])
    .select(['commune', 'branches.lat', 'branches.lon'])
    .select(['branches.phone as branch_phone', 'access_note', 'time_zone'])
    .select(
      sql<EventRow[]>`(
        SELECT coalesce(json_agg(json_build_object('at', ${iso('at')}, 'kind', kind, 'actor', actor,
          'reason', reason, 'pickup_was', ${iso('pickup_was')}, 'branch_was', (
            SELECT name FROM branches AS former WHERE former.id = branch_was)) ORDER BY reservation_events.id), '[]')
        FROM reservation_events WHERE reservation_id = reservations.id)`.as('events'),
    );
}

/** Older instances, which write links with the number, beside the upgrade that brought the references. */
const NUMBERED_LINKS_UNTIL = sql<Date>`(
  SELECT applied_at + interval '1 hour' FROM migrations WHERE name = '0054_reservation_numbers.sql')`;

/** Newest first, bounded to some hundred requests. `id`: a reference, or the number in a link of an older letter. */
export async function listOwn(db: Db, travellerId: number, id?: string) {
  const isNumber = id !== undefined && id.length < 32;
  return selectReservations(db)
    .where('traveller_id', '=', travellerId)
    .$if(id !== undefined && !isNumber, (qb) => qb.where('reference', '=', id ?? ''))
    .$if(isNumber, (qb) =>
      qb.where('reservations.id', '=', Number(id)).where('requested_at', '<', NUMBERED_LINKS_UNTIL),
    )
    .orderBy('reservations.id', 'desc')
    .limit(PAGE_SIZE)
    .execute();
}

type Filter = Omit<ReservationsQuery, 'from' | 'to'> & { from?: Date | undefined; to?: Date | undefined };
type TypedCode = { code: string; hashes: Buffer[] };

export async function listOfCompany(
  db: Db,
  companyId: number | null,
  filter: Filter,
  until: RetentionLimits,
  codes: PickupCodes,
) {
  const { from, to, page = 1 } = filter;
  const code = readCode(filter.q ?? '');
  const typedCode = code === null ? null : { code, hashes: codes.hashesOf(code) };
  const byHour = from !== undefined || to !== undefined;
  const [rows, { total }] = await Promise.all([
    selectFiltered(db, companyId, { ...filter, typedCode }, until)
      .select(COMPANY_COLUMNS)
      .select([ownNotes(), struckSlips()])
      .orderBy(byHour ? 'pickup_at' : 'reservations.id', byHour ? 'asc' : 'desc')
      .orderBy('reservations.id', 'desc')
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .execute(),
    selectFiltered(db, companyId, { ...filter, typedCode }, until)
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

export async function findOfCompany(db: Db, companyId: number | null, id: string) {
  const row = await selectFiltered(db, companyId, { id })
    .select(COMPANY_COLUMNS)
    .select([ownNotes(), struckSlips()])
    .executeTakeFirst();
  return row ?? null;
}

const COMPANY_COLUMNS = [
  ...(['travellers.email', 'first_name', 'travellers.phone as traveller_phone'] as const),
  ...(['slips.number as slip', 'slips.at as slip_at', 'slips.name as slip_name'] as const),
  ...(['slips.address as slip_address', 'slips.authorisation as slip_authorisation'] as const),
] as const;

function ownNotes() {
  return sql<NonNullable<ReservationTerms['denominations']> | null>`(
    SELECT terms -> 'denominations' FROM reservation_terms
    WHERE reservation_terms.company_id = reservations.company_id
  )`.as('own_notes');
}

export type StruckRow = Omit<StruckSlip, 'applied'> & {
  rate: string | null;
  offered: string | null;
  received: string | null;
};

function struckSlips() {
  return sql<StruckRow[]>`(
    SELECT coalesce(json_agg(json_build_object('number', number, 'at', ${iso('struck.at')}, 'struck_at', ${iso('struck.struck_at')},
      'reason', reason, 'name', name, 'address', address, 'authorisation', authorisation,
      'rate', rate::text, 'offered', offered::text, 'received', received::text) ORDER BY number), '[]')
    FROM (
      SELECT slips.*, struck_slips.at AS struck_at, reason FROM struck_slips JOIN slips USING (company_id, number)
      WHERE slips.reservation_id = reservations.id
    ) AS struck)`.as('struck');
}

type RetentionLimits = { withAccount: Date; withoutAccount: Date };

/** `until` left out: no retention limit. */
function selectFiltered(
  db: Db,
  companyId: number | null,
  { id, state, branch, from, to, q = '', typedCode = null }: Filter & { typedCode?: TypedCode | null },
  until: RetentionLimits = { withAccount: new Date(0), withoutAccount: new Date(0) },
) {
  const typed = q.trim().toLowerCase();
  const [, year = null, number = null] = /^(?:n°\s?)?(20\d\d)-(\d{1,9})$/.exec(typed) ?? [];
  return (
    selectReservations(db)
      .leftJoin('travellers', (join) =>
        join.onRef('travellers.id', '=', 'traveller_id').on(
          sql<SqlBool>`EXISTS (
          SELECT FROM reservations AS young
          WHERE young.traveller_id = travellers.id AND young.company_id = reservations.company_id
            AND (young.ended_at IS NULL OR young.ended_at >
              CASE WHEN keeps_account THEN ${until.withAccount}::timestamptz ELSE ${until.withoutAccount}::timestamptz END))`,
        ),
      )
      .$if(id !== undefined, (qb) => qb.where('reference', '=', id ?? ''))
      .$if(companyId !== null, (qb) => qb.where('reservations.company_id', '=', companyId ?? 0))
      // matches the index's condition
      .$if(state === 'open' || state === 'to_move', (qb) => qb.where('ended_at', 'is', null))
      .$if(state === 'to_move', (qb) => qb.where(isClosedAtPickup()))
      .$if(state !== undefined && !['open', 'to_move'].includes(state), (qb) =>
        qb.where('state', '=', state as ReservationState),
      )
      .$if(branch !== undefined, (qb) => qb.where('reservations.branch', '=', branch ?? 0))
      .$if(from !== undefined, (qb) => qb.where('pickup_at', '>=', from ?? new Date(0)))
      .$if(to !== undefined, (qb) => qb.where('pickup_at', '<', to ?? new Date(0)))
      .$if(typed !== '', (qb) =>
        qb.where(
          // an open reservation's code proves its owner and is not searchable
          sql<SqlBool>`((${hasCode(typedCode)} AND ended_at IS NOT NULL) OR (reservations.year, reservations.number) = (${year}::int, ${number}::int) OR starts_with(lower(first_name), ${typed})
          OR starts_with(travellers.email, ${typed}))`,
        ),
      )
  );
}

/** The code in clear text is of an older instance. */
function hasCode(typed: TypedCode | null) {
  if (!typed) return sql<SqlBool>`false`;
  return sql<SqlBool>`(code_hash = any(${typed.hashes}::bytea[]) OR (code_hash IS NULL AND code = ${typed.code}))`;
}

/** References by code. Within a company at most one; `companyId` null: over all companies. */
export async function findByCode(db: Db, companyId: number | null, typed: TypedCode): Promise<string[]> {
  const rows = await db
    .selectFrom('reservations')
    .where(hasCode(typed))
    .$if(companyId !== null, (qb) => qb.where('company_id', '=', companyId ?? 0))
    .select('reference')
    .limit(2)
    .execute();
  return rows.map(({ reference }) => reference);
}
