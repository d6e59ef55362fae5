import { type SqlBool, sql } from 'kysely';
import type { ClientReservation } from '#domain/clients/client.ts';
import { PAGE_SIZE } from '#domain/lists/page.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Db } from '../../db/open.ts';

const HISTORY = 50;

/** Retention limits for travellers with and without an account. Older reservations name nobody. */
export type RetentionLimits = { withAccount: Date; withoutAccount: Date };

export type ClientRow = Awaited<ReturnType<typeof listClients>>['rows'][number];

type ClientFilter = { q?: string; page?: number; until: RetentionLimits; id?: number };

/**
 * Page of a company's travellers, or of all (null), by their newest reservation, with the total. Erased
 * travellers and old reservations are left out; the page is read from the newest reservation until it is
 * full.
 */
export async function listClients(db: Db, companyId: number | null, { page = 1, ...filter }: ClientFilter) {
  const newest = selectReservations(db, companyId, filter)
    .where(isNewest())
    .innerJoinLateral(selectOwnReservations(filter.until).as('own'), (join) => join.onTrue())
    .where('own.is_known', '=', true)
    .select(['reservations.id as newest', 'traveller_id', 'company_id'])
    .select(['own.reservations', 'own.collected', 'own.last_at'])
    .orderBy('reservations.id', 'desc')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  const every = selectReservations(db, companyId, filter)
    .where(isYoung(filter.until))
    .select(['traveller_id', 'company_id'])
    .distinct();
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom(newest.as('clients'))
      .innerJoin('travellers', 'travellers.id', 'clients.traveller_id')
      .innerJoin('companies', 'companies.id', 'clients.company_id')
      .leftJoin('client_notes', (join) =>
        join
          .onRef('client_notes.company_id', '=', 'clients.company_id')
          .onRef('client_notes.traveller_id', '=', 'clients.traveller_id'),
      )
      .select(['travellers.id', 'companies.id as company_id', 'companies.name as company'])
      .select(['travellers.first_name', 'travellers.email', 'travellers.phone', 'note'])
      .select(['clients.reservations', 'clients.collected', 'clients.last_at'])
      .select([totals().as('totals'), history().as('history')])
      .orderBy('clients.newest', 'desc')
      .execute(),
    db
      .selectFrom(every.as('clients'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

function selectReservations(db: Db, companyId: number | null, { q = '', id }: ClientFilter) {
  const typed = q.trim().toLowerCase();
  return db
    .selectFrom('reservations')
    .where('reservations.traveller_id', 'is not', null)
    .$if(companyId !== null, (qb) => qb.where('reservations.company_id', '=', companyId ?? 0))
    .$if(id !== undefined, (qb) => qb.where('reservations.traveller_id', '=', id ?? 0))
    .$if(typed !== '', (qb) =>
      qb.where(
        // the array makes PostgreSQL look up the few matches instead of meeting them on the way
        sql<SqlBool>`reservations.traveller_id = ANY (ARRAY(
          SELECT id FROM travellers
          WHERE starts_with(lower(first_name), ${typed}) OR starts_with(email, ${typed})))`,
      ),
    );
}

function isYoung({ withAccount, withoutAccount }: RetentionLimits) {
  return sql<SqlBool>`(ended_at IS NULL OR ended_at > ${withoutAccount}::timestamptz OR (
    ended_at > ${withAccount}::timestamptz AND traveller_id IN (SELECT id FROM travellers WHERE keeps_account)))`;
}

/**
 * true for the client's newest reservation at the company, read from the index. As an equality PostgreSQL
 * would expect far too few rows.
 */
function isNewest() {
  return sql<SqlBool>`reservations.id >= (
    SELECT max(id) FROM reservations AS every
    WHERE every.traveller_id = reservations.traveller_id AND every.company_id = reservations.company_id)`;
}

function selectOwnReservations(until: RetentionLimits) {
  return sql<{ reservations: number; collected: number; last_at: Date; is_known: boolean }>`(
    SELECT count(*) AS reservations, count(*) FILTER (WHERE state = 'collected') AS collected,
      max(requested_at) AS last_at, bool_or(${isYoung(until)}) AS is_known
    FROM reservations AS every
    WHERE every.traveller_id = reservations.traveller_id AND every.company_id = reservations.company_id)`;
}

function totals() {
  return sql<{ currency: string; side: string; amount: number }[]>`(
    SELECT coalesce(json_agg(json_build_object('currency', currency_code, 'side', side, 'amount', amount)
      ORDER BY currency_code, side), '[]')
    FROM (
      SELECT own.currency_code, own.side, sum(CASE WHEN own.side = 'sale' THEN own.received ELSE own.offered END) AS amount
      FROM reservations AS own
      WHERE own.company_id = companies.id AND own.traveller_id = travellers.id AND own.state = 'collected'
      GROUP BY own.currency_code, own.side
    ) AS sums)`;
}

type PastReservation = ClientReservation & {
  side: FixingSide;
  applied: { offered: number; received: number } | null;
};

function history() {
  return sql<PastReservation[]>`(
    SELECT coalesce(json_agg(json_build_object('number', concat(year, '-', number), 'state', state, 'side', side, 'base', base,
      'currency', currency_code, 'offered', offered, 'received', received, 'fee', fee, 'handed_over', handed_over,
      'applied', applied,
      'requested_at', to_char(requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'slip', slip)
      ORDER BY id DESC), '[]')
    FROM (
      SELECT own.id, own.year, own.number, own.state, own.side, own.base, own.currency_code, own.offered, own.received, own.fee, own.handed_over,
        own.requested_at, slips.number AS slip, CASE WHEN slips.rate IS NOT NULL
          THEN json_build_object('offered', slips.offered, 'received', slips.received) END AS applied
      FROM reservations AS own LEFT JOIN valid_slips AS slips ON slips.reservation_id = own.id
      WHERE own.company_id = companies.id AND own.traveller_id = travellers.id
      ORDER BY own.id DESC LIMIT ${HISTORY}
    ) AS newest)`;
}

export async function saveNote(
  trx: Db,
  { companyId, travellerId, note, at }: { companyId: number; travellerId: number; note: string; at: Date },
): Promise<void> {
  if (note === '') {
    await trx
      .deleteFrom('client_notes')
      .where('company_id', '=', companyId)
      .where('traveller_id', '=', travellerId)
      .execute();
    return;
  }
  await trx
    .insertInto('client_notes')
    .values({ company_id: companyId, traveller_id: travellerId, note, updated_at: at })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'traveller_id']).doUpdateSet({ note, updated_at: at }),
    )
    .execute();
}

/** Locks a traveller against erasure. false: already erased. */
export async function lockClient(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('travellers')
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
