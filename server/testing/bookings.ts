import { sql } from 'kysely';
import type { ReservationRequest } from '#domain/reservations/reservation.ts';
import type { ReservationTerms } from '#domain/terms/terms.ts';
import { aReservationRequest, someTerms } from '#domain/testing/reservations.ts';
import type { Db } from '../db/open.ts';
import { type ReservationAttempt, requestReservation } from '../features/requests/request-reservation.ts';
import { openPickupCodes } from '../features/reservations/pickup-codes.ts';
import { aFixingRow, aStockRow, aTermsRow, aTravellerRow } from './rows.ts';

export const TEST_CODES = openPickupCodes({
  secret: 'of-a-test-and-of-nothing-else-0123456789',
  secretBefore: null,
});
/** Time of the requests of test travellers, a Friday morning. */
export const ASKED_AT = new Date('2026-11-20T09:00:00.000Z');
/** Time of the fixings that they see. */
export const FIXED_AT = new Date('2026-11-20T07:30:00.123Z');

/** Admits a company that sells USD at 1.105 and buys them at 1.17. `usd`, `eur`: its stock of each day. */
export async function admitBureau(
  db: Db,
  companyId: number,
  {
    terms = {},
    usd = '10000',
    eur = '10000',
  }: { terms?: Partial<ReservationTerms>; usd?: string; eur?: string } = {},
): Promise<void> {
  const row = {
    terms: JSON.stringify(someTerms(terms)),
    admitted_at: FIXED_AT,
    updated_at: FIXED_AT,
  };
  await db
    .insertInto('reservation_terms')
    .values(aTermsRow({ company_id: companyId, ...row }))
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute();
  const fixing = { purchase: '1.17', sale: '1.105', updated_at: FIXED_AT, held_at: null };
  await db
    .insertInto('fixings')
    .values(aFixingRow({ company_id: companyId, ...fixing }))
    .onConflict((conflict) => conflict.columns(['company_id', 'currency_code']).doUpdateSet(fixing))
    .execute();
  await db
    .insertInto('stocks')
    .values([
      aStockRow({ company_id: companyId, ready: usd }),
      aStockRow({ company_id: companyId, currency_code: 'EUR', ready: eur }),
    ])
    .execute();
}

export async function addTravellers(db: Db, count: number): Promise<number[]> {
  const rows = await db
    .insertInto('travellers')
    .values(
      Array.from({ length: count }, () =>
        aTravellerRow({
          email: `${crypto.randomUUID()}@exemple.fr`,
          created_at: ASKED_AT,
        }),
      ),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Resolves once a connection waits for a lock, or once `done` has settled. */
export async function untilWaiting(db: Db, done: Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  done.then(end, end);
  while (!isDone) {
    const { rows } = await sql<{ isWaiting: boolean }>`
      select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as "isWaiting"`.execute(db);
    if (rows[0]?.isWaiting) return;
  }
}

/** Deletes all reservations and slips, which the product itself never deletes. */
export async function forgetReservations(db: Db): Promise<void> {
  for (const table of [
    'redemptions',
    'struck_slips',
    'slips',
    'reservation_events',
    'reservations',
  ] as const) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    await db.deleteFrom(table).execute();
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  }
  await db.deleteFrom('slip_numbers').execute();
  await db.updateTable('stocks').set({ promised: '0' }).execute();
  await db.deleteFrom('login_failures').execute();
}

/** 100 USD for tomorrow at ten, at a bureau without branches. */
export const WANTED = aReservationRequest({ updated_at: FIXED_AT.toISOString(), is_meant_again: true });

export function asking(
  travellerId: number,
  companyId: number,
  request: Partial<ReservationRequest> = {},
  more: Partial<ReservationAttempt> = {},
): ReservationAttempt {
  return {
    travellerId,
    companyId,
    base: 'EUR',
    key: crypto.randomUUID(),
    request: { ...WANTED, ...request },
    at: ASKED_AT,
    compared: ASKED_AT.getTime() - 7 * 86_400_000,
    codes: TEST_CODES,
    secret: 'of-a-test-and-of-nothing-else-0123456789',
    ...more,
  };
}

/** Id of the reservation that was made. */
export async function madeBy(db: Db, attempt: ReservationAttempt): Promise<number> {
  const outcome = await requestReservation(db, attempt);
  if ('id' in outcome) return outcome.id;
  throw new Error('conflict' in outcome ? outcome.conflict.message : outcome.message);
}
