import { sql } from 'kysely';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Db } from '../../db/open.ts';
import type { Expected } from './describe-expected.ts';
import { selectExpected } from './expected.queries.ts';

// `branch` null: the company's rate, which branches without rates of their own apply
export type StoppedRate = {
  companyId: number;
  branch: number | null;
  code: string;
  sides: readonly FixingSide[];
};

/** SQL condition on `reservations` joined with `branches`: open, at a rate that its bureau or branch no longer gives. */
export function isRateSuspended() {
  return sql<boolean>`(ended_at IS NULL AND (
    CASE side WHEN 'sale' THEN branches.sells ELSE branches.buys_back END IS FALSE OR NOT EXISTS (
    SELECT FROM (
      SELECT sale, purchase, is_sale_suspended, is_purchase_suspended FROM fixings
      WHERE branches.rates IS DISTINCT FROM 'own' AND fixings.company_id = reservations.company_id
        AND fixings.currency_code = reservations.currency_code
      UNION ALL
      SELECT sale, purchase, is_sale_suspended, is_purchase_suspended FROM branch_fixings
      WHERE branches.rates = 'own' AND branch_fixings.branch = reservations.branch
        AND branch_fixings.currency_code = reservations.currency_code
    ) AS fixed
    WHERE CASE side WHEN 'sale' THEN sale IS NOT NULL AND NOT is_sale_suspended
      ELSE purchase IS NOT NULL AND NOT is_purchase_suspended END
  )))`;
}

export type OpenAtRate = Expected & { id: number; recipient: string | null };

export function listOpenAt(trx: Db, { companyId, branch, code, sides }: StoppedRate): Promise<OpenAtRate[]> {
  return selectOpen(trx, companyId)
    .where('reservations.currency_code', '=', code)
    .where('side', 'in', sides)
    .where(
      branch === null
        ? sql<boolean>`branches.rates IS DISTINCT FROM 'own'`
        : sql<boolean>`branches.rates = 'own' AND branches.id = ${branch}`,
    )
    .execute();
}

// side that a branch no longer sells or buys back
export type StoppedSide = { branch: number; side: FixingSide };

export function listOpenOn(
  trx: Db,
  companyId: number,
  stopped: readonly StoppedSide[],
): Promise<OpenAtRate[]> {
  return selectOpen(trx, companyId)
    .where((eb) => eb.or(stopped.map(({ branch, side }) => eb.and({ 'reservations.branch': branch, side }))))
    .execute();
}

function selectOpen(trx: Db, companyId: number) {
  return selectExpected(trx, companyId)
    .leftJoin('travellers', 'travellers.id', 'reservations.traveller_id')
    .select(['reservations.id', 'travellers.email as recipient']);
}

// reservations among these whose traveller was written to since, or is about to be
export async function listToldOfRate(
  trx: Db,
  open: readonly OpenAtRate[],
  since: Date,
): Promise<Set<number>> {
  const recipients = open.flatMap(({ recipient }) => recipient?.toLowerCase() ?? []);
  if (recipients.length === 0) return new Set();
  const told = await trx
    .selectFrom('mails')
    .where(sql<string>`lower(recipient)`, 'in', recipients)
    .where('created_at', '>', since)
    .where('kind', '=', 'reservation_rate_suspended')
    .where('outcome', 'is distinct from', 'needless')
    .select(sql<string>`params->>'reservation'`.as('reservation'))
    .execute();
  return new Set(told.map(({ reservation }) => Number(reservation)));
}
