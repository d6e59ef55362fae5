import { sql } from 'kysely';
import { isAllowed } from '#domain/iam/scopes.ts';
import type { StopReason } from '#domain/margins/margin-calls.ts';
import type { MarginSheet, RuleDraft } from '#domain/margins/margin-sheet.ts';
import type { Db } from '../../../db/open.ts';
import { scopesOfUser } from '../../../db/user-scopes.ts';
import { type FixingState, listFixingStates } from '../held-fixings.queries.ts';

export type StoredMargins = MarginSheet & {
  updatedAt: Date;
  byName: string | null;
  bySurname: string | null;
};

/** A bureau's rules; null: it has none. */
export async function findMargins(db: Db, companyId: number): Promise<StoredMargins | null> {
  const row = await db
    .selectFrom('margin_sheets')
    .leftJoin('users', 'users.id', 'margin_sheets.updated_by')
    .where('margin_sheets.company_id', '=', companyId)
    .where('branch', 'is', null)
    .select(['groups', 'rules', 'updated_at as updatedAt', 'name as byName', 'surname as bySurname'])
    .executeTakeFirst();
  return row ?? null;
}

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

export type StoredStop = {
  code: string;
  reason: StopReason;
  since: Date;
  until: Date | null;
  /** the jump that it is about; once it is over, that jump stops nothing any more */
  midAt: Date | null;
  midRate: string | null;
  isOver: boolean;
};

/** Whether the rule rests now. */
export function isActive({ isOver, until }: StoredStop, at: Date): boolean {
  return !isOver && (until === null || until > at);
}

/** With those that are over, as long as they say which jump was accepted. */
export async function listStops(db: Db, companyId: number): Promise<StoredStop[]> {
  return db
    .selectFrom('margin_stops')
    .where('company_id', '=', companyId)
    .where('branch', 'is', null)
    .select(['currency_code as code', 'reason', 'since', 'until'])
    .select(['mid_at as midAt', 'mid_rate as midRate', 'is_over as isOver'])
    .orderBy('currency_code')
    .execute();
}

export type NewStop = Omit<StoredStop, 'since'>;

/** In the place of the stop that each of these currencies has, if any. */
export async function putStops(
  trx: Db,
  { companyId, stops, at }: { companyId: number; stops: readonly NewStop[]; at: Date },
): Promise<void> {
  if (stops.length === 0) return;
  await trx
    .insertInto('margin_stops')
    .values(
      stops.map(({ code, reason, until, midAt, midRate, isOver }) => ({
        company_id: companyId,
        currency_code: code,
        reason,
        since: at,
        until,
        mid_at: midAt,
        mid_rate: midRate,
        is_over: isOver,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'branch', 'currency_code']).doUpdateSet((eb) => ({
        reason: eb.ref('excluded.reason'),
        since: eb.ref('excluded.since'),
        until: eb.ref('excluded.until'),
        mid_at: eb.ref('excluded.mid_at'),
        mid_rate: eb.ref('excluded.mid_rate'),
        is_over: eb.ref('excluded.is_over'),
      })),
    )
    .execute();
}

/** The rules go on for these currencies; a jump that stopped one is accepted. True when there was one to end. */
export async function endStops(trx: Db, companyId: number, codes: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('margin_stops')
    .set({ is_over: true })
    .where('company_id', '=', companyId)
    .where('branch', 'is', null)
    .where(sql<boolean>`currency_code = any(${codes}::text[])`)
    .where('is_over', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type MidMove = { code: string; rate: string; at: Date; before: string | null };

/** The newest mid rate of each currency, and the one of a day before it; or else the one before it. */
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

/** What rules may move of a bureau: what it has fixed, and what its sheet names and it has not fixed yet. */
export async function listFollowable(
  db: Db,
  companyId: number,
  codes: readonly string[],
): Promise<FixingState[]> {
  const fixed = await listFixingStates(db, companyId, codes);
  const { rows } = await sql<{ code: string }>`
    SELECT currency_code AS code FROM sheet_currencies
    WHERE company_id = ${companyId} AND branch IS NULL AND currency_code = any(${codes}::text[])
      AND currency_code <> ALL (${fixed.map(({ code }) => code)}::text[])
    ORDER BY position`.execute(db);
  return [...fixed, ...rows.map(({ code }) => ({ ...NEVER_FIXED, code }))];
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

/** Bureaux that have rules, from the lowest id after `after`. */
export async function listFollowers(db: Db, after: number, limit: number): Promise<number[]> {
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

export type CarriedFixing = { code: string; purchase: string | null; sale: string | null; rule: RuleDraft };

/**
 * Fixes what the rules changed, each with its line of the log, and renews what they left as it is, without one: what
 * follows is confirmed at every reading of the mid rate.
 */
export async function saveCarried(
  trx: Db,
  of: {
    companyId: number;
    userId: number | null;
    base: string;
    changed: readonly CarriedFixing[];
    confirmed: readonly string[];
    at: Date;
  },
): Promise<void> {
  const { companyId, userId, base, changed, confirmed, at } = of;
  if (confirmed.length > 0) {
    await sql`
      UPDATE fixings SET updated_at = greatest(${at}::timestamptz, updated_at + interval '1 millisecond')
      WHERE company_id = ${companyId} AND branch IS NULL AND currency_code = any(${confirmed}::text[])`.execute(
      trx,
    );
  }
  if (changed.length === 0) return;
  await sql`
    WITH next AS (
      SELECT * FROM unnest(
        ${changed.map(({ code }) => code)}::text[],
        ${changed.map(({ purchase }) => purchase)}::numeric[],
        ${changed.map(({ sale }) => sale)}::numeric[],
        ${changed.map(({ rule }) => JSON.stringify(rule))}::jsonb[]
      ) AS next (code, purchase, sale, rule)
    ), fixed AS (
      INSERT INTO fixings AS held (company_id, currency_code, purchase, sale, updated_at)
      SELECT ${companyId}, code, purchase, sale, ${at} FROM next
      ON CONFLICT (company_id, currency_code) DO UPDATE SET
        purchase = excluded.purchase, sale = excluded.sale, accepted_at = NULL,
        updated_at = greatest(excluded.updated_at, held.updated_at + interval '1 millisecond')
      RETURNING currency_code, held.purchase, held.sale, held.updated_at
    )
    INSERT INTO fixing_logs (at, company_id, user_id, base, currency_code, rate, purchase, sale, origin, rule)
    SELECT fixed.updated_at, ${companyId}, ${userId}, ${base}, fixed.currency_code, newest.rate,
      fixed.purchase, fixed.sale, 'rule', next.rule
    FROM fixed JOIN next ON next.code = fixed.currency_code
    CROSS JOIN LATERAL (
      SELECT rate FROM mid_rates WHERE mid_rates.currency_code = fixed.currency_code ORDER BY at DESC LIMIT 1
    ) AS newest
    ORDER BY fixed.currency_code`.execute(trx);
}

/** When the day that it is in Paris ends. */
export async function nextMidnight(db: Db, at: Date): Promise<Date> {
  const { rows } = await sql<{ midnight: Date }>`
    SELECT (date_trunc('day', ${at}::timestamptz AT TIME ZONE 'Europe/Paris') + interval '1 day')
      AT TIME ZONE 'Europe/Paris' AS midnight`.execute(db);
  // a statement without a table gives one row
  return (rows[0] as { midnight: Date }).midnight;
}

/** Who is at work for a bureau and fixes its rates. */
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
