import type { Waiting } from '#domain/reservations/waiting.ts';
import type { Db } from '../../db/open.ts';
import { takesReservations } from '../../db/takes-reservations.ts';

export async function countWaiting(db: Db, companyId: number | null): Promise<Waiting> {
  const counts = await db
    .selectFrom('reservations')
    .where('ended_at', 'is', null)
    .$if(companyId !== null, (qb) => qb.where('company_id', '=', companyId ?? 0))
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'requested').as('to_accept'),
      fn.countAll<number>().filterWhere('state', '=', 'accepted').as('to_prepare'),
      fn.countAll<number>().filterWhere('state', '=', 'ready').as('to_hand_over'),
    ])
    .executeTakeFirstOrThrow();
  return { takes_reservations: companyId === null || (await takesReservations(db, companyId)), ...counts };
}
