import { sql } from 'kysely';
import { isAllowed } from '#domain/iam/scopes.ts';
import type { MarginSheet, RuleDraft } from '#domain/margins/margin-sheet.ts';
import type { Db } from '../../db/open.ts';
import { scopesOfUser } from '../../db/user-scopes.ts';
import { nextDateOf } from '../rates/fixings.queries.ts';
import type { FixingState } from '../rates/held-fixings.queries.ts';
import {
  type JsonOf,
  type JsonStop,
  parseInstant,
  reviveStop,
  type StoredStop,
} from '../rates/margin-stops.queries.ts';

export async function saveMargins(
  trx: Db,
  { companyId, userId, sheet, at }: { companyId: number; userId: number; sheet: MarginSheet; at: Date },
): Promise<void> {
  const next = {
    groups: JSON.stringify(sheet.groups),
    rules: JSON.stringify(sheet.rules),
    updated_at: at,
    updated_by: userId,
  };
  await trx
    .insertInto('margin_sheets')
    .values({ company_id: companyId, ...next })
    .onConflict((conflict) => conflict.columns(['company_id', 'branch']).doUpdateSet(next))
    .execute();
}

export type MidMove = { code: string; rate: string; at: Date; before: string | null };

export async function listMidMoves(db: Db): Promise<Map<string, MidMove>> {
  const { rows } = await sql<MidMove>`
    SELECT code, newest.rate, newest.at, coalesce(
      (SELECT rate FROM mid_rates WHERE currency_code = code AND at <= newest.at - interval '1 day'
        ORDER BY at DESC LIMIT 1),
      (SELECT rate FROM mid_rates WHERE currency_code = code AND at < newest.at ORDER BY at LIMIT 1)
    ) AS before FROM currencies
    JOIN LATERAL (
      SELECT rate, at FROM mid_rates WHERE currency_code = code ORDER BY at DESC LIMIT 1
    ) AS newest ON true`.execute(db);
  return new Map(rows.map((move) => [move.code, move]));
}

/** State of a company that follows the mid rates. `sheet` null: no rules. */
export type RuleState = {
  sheet: MarginSheet | null;
  stops: StoredStop[];
  states: FixingState[];
};

type KeptFollowing = {
  sheet: MarginSheet | null;
  stops: JsonStop[] | null;
  states: JsonOf<FixingState>[] | null;
  placed: string[] | null;
};

/** A single query, because each reading of the mid rates asks for ten thousand companies. */
export async function findRuleState(db: Db, companyId: number): Promise<RuleState> {
  const { rows } = await sql<KeptFollowing>`
    SELECT
      (SELECT json_build_object('groups', groups, 'rules', rules) FROM margin_sheets
        WHERE company_id = ${companyId} AND branch IS NULL) AS sheet,
      (SELECT json_agg(json_build_object('code', currency_code, 'reason', reason, 'since', since, 'until', until,
          'midAt', mid_at, 'midRate', mid_rate::text, 'isOver', is_over))
        FROM margin_stops WHERE company_id = ${companyId} AND branch IS NULL) AS stops,
      (SELECT json_agg(json_build_object('code', currency_code, 'purchase', purchase::text, 'sale', sale::text,
          'updatedAt', updated_at, 'heldAt', held_at, 'heldBy', held_by, 'acceptedAt', accepted_at,
          'formerPurchase', former_purchase::text, 'formerSale', former_sale::text) ORDER BY currency_code)
        FROM fixings WHERE company_id = ${companyId} AND branch IS NULL) AS states,
      (SELECT json_agg(currency_code ORDER BY position)
        FROM sheet_currencies WHERE company_id = ${companyId} AND branch IS NULL) AS placed`.execute(db);
  // a statement without a table gives one row
  const { sheet, stops, states, placed } = rows[0] as KeptFollowing;
  const fixed = (states ?? []).map(
    ({ updatedAt, heldAt, acceptedAt, ...state }): FixingState => ({
      ...state,
      updatedAt: new Date(updatedAt),
      heldAt: parseInstant(heldAt),
      acceptedAt: parseInstant(acceptedAt),
    }),
  );
  const known = new Set(fixed.map(({ code }) => code));
  return {
    sheet,
    stops: (stops ?? []).map(reviveStop),
    states: [
      ...fixed,
      ...(placed ?? []).filter((code) => !known.has(code)).map((code) => ({ ...NEVER_FIXED, code })),
    ],
  };
}

/**
 * Locks a company's fixings in a transaction whose commit waits for no disk. A crash may lose it together
 * with the job's end, which then runs again.
 */
export async function lockForJob(trx: Db, companyId: number): Promise<void> {
  await sql`
    SELECT set_config('synchronous_commit', 'off', true) FROM companies
    WHERE id = ${companyId} FOR NO KEY UPDATE`.execute(trx);
}

const NEVER_FIXED: Omit<FixingState, 'code'> = {
  purchase: null,
  sale: null,
  updatedAt: new Date(0),
  heldAt: null,
  heldBy: [],
  formerPurchase: null,
  formerSale: null,
  acceptedAt: null,
};

export function isFixed({ updatedAt }: FixingState): boolean {
  return updatedAt > NEVER_FIXED.updatedAt;
}

export async function listCompaniesWithRules(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('margin_sheets')
    .where('company_id', '>', after)
    .where('branch', 'is', null)
    .where(sql<boolean>`rules <> '[]'`)
    .select('company_id')
    .orderBy('company_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.company_id);
}

export type RuledFixing = {
  code: string;
  purchase: string | null;
  sale: string | null;
  rate: string;
  rule: RuleDraft;
  isNew: boolean;
};

/**
 * Saves changed fixings with their log lines and renews unchanged ones without, since each reading of the
 * mid rate confirms them. The caller holds the lock of the company's fixings.
 */
export async function saveRuledFixings(
  trx: Db,
  of: {
    companyId: number;
    userId: number | null;
    base: string;
    changed: readonly RuledFixing[];
    confirmed: readonly string[];
    at: Date;
  },
): Promise<void> {
  const { companyId, userId, base, changed, confirmed, at } = of;
  if (confirmed.length > 0) {
    await sql`
      UPDATE fixings SET updated_at = ${nextDateOf(at)}
      WHERE company_id = ${companyId} AND branch IS NULL AND currency_code = any(${confirmed}::text[])`.execute(
      trx,
    );
  }
  if (changed.length === 0) return;
  await sql`
    WITH next AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(changed)}::json) AS next
        (code text, purchase numeric, sale numeric, rate numeric, rule jsonb, "isNew" boolean)
    ), moved AS (
      UPDATE fixings SET purchase = next.purchase, sale = next.sale, accepted_at = NULL,
        updated_at = ${nextDateOf(at)}
      FROM next WHERE company_id = ${companyId} AND branch IS NULL AND currency_code = next.code
      RETURNING currency_code, fixings.purchase, fixings.sale, updated_at
    ), begun AS (
      INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
      SELECT ${companyId}, code, purchase, sale, ${at} FROM next WHERE "isNew"
      RETURNING currency_code, purchase, sale, updated_at
    )
    INSERT INTO fixing_logs (at, company_id, user_id, base, currency_code, rate, purchase, sale, origin, rule)
    SELECT fixed.updated_at, ${companyId}, ${userId}::int, ${base}, fixed.currency_code, next.rate,
      fixed.purchase, fixed.sale, 'rule', next.rule
    FROM (SELECT * FROM moved UNION ALL SELECT * FROM begun) AS fixed
    JOIN next ON next.code = fixed.currency_code
    ORDER BY fixed.currency_code`.execute(trx);
}

export async function listAgents(db: Db, companyId: number): Promise<{ id: number; mail: string }[]> {
  const users = await db
    .selectFrom('users')
    .where('company_id', '=', companyId)
    .where('status', '!=', 'awaiting_password')
    .where('suspended_at', 'is', null)
    .where('erased_at', 'is', null)
    .select(['id', 'mail', scopesOfUser()])
    .orderBy('id')
    .execute();
  return users.filter(({ scopes }) => isAllowed('fixings.list.me', scopes.join(',')));
}
