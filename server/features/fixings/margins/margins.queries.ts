import { sql } from 'kysely';
import { isAllowed } from '#domain/iam/scopes.ts';
import type { StopReason } from '#domain/margins/margin-calls.ts';
import type { MarginSheet, RuleDraft } from '#domain/margins/margin-sheet.ts';
import type { Db } from '../../../db/open.ts';
import { scopesOfUser } from '../../../db/user-scopes.ts';
import type { FixingState } from '../held-fixings.queries.ts';

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

/** `since` is left out of one that begins now. */
export type NewStop = Omit<StoredStop, 'since'> & Partial<Pick<StoredStop, 'since'>>;

/** In the place of the stop that each of these currencies has, if any. */
export async function putStops(
  trx: Db,
  { companyId, stops, at }: { companyId: number; stops: readonly NewStop[]; at: Date },
): Promise<void> {
  if (stops.length === 0) return;
  await trx
    .insertInto('margin_stops')
    .values(
      stops.map(({ code, reason, since, until, midAt, midRate, isOver }) => ({
        company_id: companyId,
        currency_code: code,
        reason,
        since: since ?? at,
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
  // no rate moves: who has the sheet open is told all the same
  const named = stops.map(({ code }) => `${companyId}:${code}`);
  await sql`SELECT note_changes(${JSON.stringify(named)}::jsonb)`.execute(trx);
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

/** Where a bureau stands that follows the mid rates. `sheet` null: it has no rules. */
export type Following = {
  sheet: MarginSheet | null;
  stops: StoredStop[];
  /** what it has fixed, and what its sheet names and it has not fixed yet */
  states: FixingState[];
};

type Kept<T> = { [K in keyof T]: Date extends T[K] ? string | (null & T[K]) : T[K] };
/** A stop as JSON keeps it. */
export type KeptStop = Kept<StoredStop>;

export function reviveStop({ since, until, midAt, ...stop }: KeptStop): StoredStop {
  return { ...stop, since: new Date(since), until: instant(until), midAt: instant(midAt) };
}

type KeptFollowing = {
  sheet: MarginSheet | null;
  stops: KeptStop[] | null;
  states: Kept<FixingState>[] | null;
  placed: string[] | null;
};

/** All of it by one question: ten thousand bureaux are asked about at each reading of the mid rates. */
export async function findFollowing(db: Db, companyId: number): Promise<Following> {
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
      heldAt: instant(heldAt),
      acceptedAt: instant(acceptedAt),
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

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/**
 * Locks a bureau's fixings for a transaction whose commit waits for no disk: a machine that dies then may forget it, and
 * with it that its job was done, which is done again.
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

/** False for what its sheet names alone. */
export function isFixed({ updatedAt }: FixingState): boolean {
  return updatedAt > NEVER_FIXED.updatedAt;
}

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

/** `rate`: the mid rate that it follows. */
export type CarriedFixing = {
  code: string;
  purchase: string | null;
  sale: string | null;
  rate: string;
  rule: RuleDraft;
  isNew: boolean;
};

/**
 * Fixes what the rules changed, each with its line of the log, and renews what they left as it is, without one: what
 * follows is confirmed at every reading of the mid rate. To be called by who holds the lock of the company's fixings.
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
    WITH next AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(changed)}::json) AS next
        (code text, purchase numeric, sale numeric, rate numeric, rule jsonb, "isNew" boolean)
    ), moved AS (
      UPDATE fixings SET purchase = next.purchase, sale = next.sale, accepted_at = NULL,
        updated_at = greatest(${at}::timestamptz, updated_at + interval '1 millisecond')
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
