import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export function selectExpected(trx: Db, companyId: number) {
  return trx
    .selectFrom('reservations')
    .leftJoin('branches', 'branches.id', 'reservations.branch')
    .where('reservations.company_id', '=', companyId)
    .where('ended_at', 'is', null)
    .select(sql<string>`concat(reservations.year, '-', reservations.number)`.as('number'))
    .select(['pickup_at as pickupAt', 'branches.time_zone as zone'])
    .orderBy('pickup_at')
    .orderBy('reservations.id');
}
