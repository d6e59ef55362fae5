import { sql } from 'kysely';
import type { Db } from './open.ts';

export async function takesReservations(db: Db, companyId: number): Promise<boolean> {
  const { takes } = await db
    .selectNoFrom(
      sql<boolean>`
        exists (select from reservation_terms where company_id = ${companyId} and admitted_at is not null)
        or exists (select from reservations where company_id = ${companyId})`.as('takes'),
    )
    .executeTakeFirstOrThrow();
  return takes;
}
