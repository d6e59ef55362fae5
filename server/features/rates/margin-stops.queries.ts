import { sql } from 'kysely';
import type { StopReason } from '#domain/margins/margin-calls.ts';
import type { MarginSheet } from '#domain/margins/margin-sheet.ts';
import type { Db } from '../../db/open.ts';

export type StoredMargins = MarginSheet & {
  updatedAt: Date;
  byName: string | null;
  bySurname: string | null;
};

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

export type StoredStop = {
  code: string;
  reason: StopReason;
  since: Date;
  until: Date | null;
  /** Jump of the mid rate that caused the stop. An ended stop ignores that jump from then on. */
  midAt: Date | null;
  midRate: string | null;
  isOver: boolean;
};

export function isActive({ isOver, until }: StoredStop, at: Date): boolean {
  return !isOver && (until === null || until > at);
}

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

export type NewStop = Omit<StoredStop, 'since'> & Partial<Pick<StoredStop, 'since'>>;

export async function replaceStops(
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
  // open sheets are notified although no rate changes
  const named = stops.map(({ code }) => `${companyId}:${code}`);
  await sql`SELECT note_changes(${JSON.stringify(named)}::jsonb)`.execute(trx);
}

/** Ends the stops of these currencies and so accepts their jumps. true: there was one. */
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

export type JsonOf<T> = { [K in keyof T]: Date extends T[K] ? string | (null & T[K]) : T[K] };

export type JsonStop = JsonOf<StoredStop>;

export function reviveStop({ since, until, midAt, ...stop }: JsonStop): StoredStop {
  return { ...stop, since: new Date(since), until: parseInstant(until), midAt: parseInstant(midAt) };
}

export function parseInstant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

export async function nextMidnight(db: Db, at: Date): Promise<Date> {
  const { rows } = await sql<{ midnight: Date }>`
    SELECT (date_trunc('day', ${at}::timestamptz AT TIME ZONE 'Europe/Paris') + interval '1 day')
      AT TIME ZONE 'Europe/Paris' AS midnight`.execute(db);
  // a statement without a table gives one row
  return (rows[0] as { midnight: Date }).midnight;
}
