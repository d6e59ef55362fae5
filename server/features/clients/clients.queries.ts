import { type SqlBool, sql } from 'kysely';
import type { ClientReservation } from '#domain/clients/client.ts';
import type { FixingSide } from '#domain/fixings/draft.ts';
import { PAGE_SIZE } from '#domain/lists/page.ts';
import type { Db } from '../../db/open.ts';

/** As many of one client as a screen shows. */
const HISTORY = 50;

/** Since when what is over does not tell of anybody any more: with an account that is kept, and without. */
export type Until = { kept: Date; unkept: Date };

export type ClientRow = Awaited<ReturnType<typeof listClients>>['rows'][number];

/**
 * One page of who reserved with a bureau, or (null) with each of all, by the last time; and how many there are. Who has been
 * erased is nobody's client, and neither is who has nothing here that is young enough.
 */
export async function listClients(
  db: Db,
  companyId: number | null,
  { q = '', page = 1, until, id }: { q?: string; page?: number; until: Until; id?: number },
) {
  const clients = found(db, companyId, { q, until, ...(id !== undefined && { id }) });
  const [rows, { total }] = await Promise.all([
    clients
      .leftJoin('client_notes', (join) =>
        join
          .onRef('client_notes.company_id', '=', 'reservations.company_id')
          .onRef('client_notes.traveller_id', '=', 'travellers.id'),
      )
      .select(['travellers.id', 'companies.id as company_id', 'companies.name as company'])
      .select(['travellers.first_name', 'travellers.email', 'travellers.phone', 'note'])
      .select(({ fn }) => [
        fn.countAll<number>().as('reservations'),
        fn.countAll<number>().filterWhere('state', '=', 'collected').as('collected'),
        fn.max('requested_at').as('last_at'),
      ])
      .select([totals().as('totals'), history().as('history')])
      .groupBy(['note'])
      .orderBy('last_at', 'desc')
      .orderBy('travellers.id', 'desc')
      .orderBy('companies.id')
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .execute(),
    db
      .selectFrom(clients.select('travellers.id').as('clients'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

function found(db: Db, companyId: number | null, { q, until, id }: { q: string; until: Until; id?: number }) {
  const typed = q.trim().toLowerCase();
  return db
    .selectFrom('reservations')
    .innerJoin('travellers', 'travellers.id', 'reservations.traveller_id')
    .innerJoin('companies', 'companies.id', 'reservations.company_id')
    .$if(companyId !== null, (qb) => qb.where('reservations.company_id', '=', companyId ?? 0))
    .$if(id !== undefined, (qb) => qb.where('travellers.id', '=', id ?? 0))
    .$if(typed !== '', (qb) =>
      qb.where(
        sql<SqlBool>`(starts_with(lower(travellers.first_name), ${typed}) OR starts_with(travellers.email, ${typed}))`,
      ),
    )
    .groupBy(['travellers.id', 'companies.id', 'reservations.company_id'])
    .having(
      sql<SqlBool>`bool_or(ended_at IS NULL OR ended_at > CASE WHEN keeps_account THEN ${until.kept}::timestamptz
        ELSE ${until.unkept}::timestamptz END)`,
    );
}

/** What one client collected at one bureau, in each currency. */
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

/** As it was reserved; `applied`: what was exchanged at the better rate of the day. */
type PastReservation = ClientReservation & {
  side: FixingSide;
  applied: { offered: number; received: number } | null;
};

function history() {
  return sql<PastReservation[]>`(
    SELECT coalesce(json_agg(json_build_object('id', id, 'state', state, 'side', side, 'base', base,
      'currency', currency_code, 'offered', offered, 'received', received, 'fee', fee, 'handed_over', handed_over,
      'applied', applied,
      'requested_at', to_char(requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'slip', number)
      ORDER BY id DESC), '[]')
    FROM (
      SELECT own.id, own.state, own.side, own.base, own.currency_code, own.offered, own.received, own.fee, own.handed_over,
        own.requested_at, slips.number, CASE WHEN slips.rate IS NOT NULL
          THEN json_build_object('offered', slips.offered, 'received', slips.received) END AS applied
      FROM reservations AS own LEFT JOIN slips ON slips.reservation_id = own.id
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

/** Holds a traveller, who may be erased at this moment. False: there is none any more. */
export async function holdClient(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('travellers')
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
