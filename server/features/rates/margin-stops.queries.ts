import { sql } from 'kysely';
import type { StopReason } from '#domain/margins/margin-calls.ts';
import type { MarginSheet } from '#domain/margins/margin-sheet.ts';
import type { Db } from '../../db/open.ts';

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

export type Kept<T> = { [K in keyof T]: Date extends T[K] ? string | (null & T[K]) : T[K] };

/** A stop as JSON keeps it. */
export type KeptStop = Kept<StoredStop>;

export function reviveStop({ since, until, midAt, ...stop }: KeptStop): StoredStop {
  return { ...stop, since: new Date(since), until: instant(until), midAt: instant(midAt) };
}

export function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** When the day that it is in Paris ends. */
export async function nextMidnight(db: Db, at: Date): Promise<Date> {
  const { rows } = await sql<{ midnight: Date }>`
    SELECT (date_trunc('day', ${at}::timestamptz AT TIME ZONE 'Europe/Paris') + interval '1 day')
      AT TIME ZONE 'Europe/Paris' AS midnight`.execute(db);
  // a statement without a table gives one row
  return (rows[0] as { midnight: Date }).midnight;
}
