import type { Insertable } from 'kysely';
import { DEFAULT_TERMS } from '#domain/terms/terms.ts';
import type { Schema } from '../db/schema.ts';

type Row<T extends keyof Schema> = Insertable<Schema[T]>;
/** Columns of a row, of which `K` are required. */
type Given<T extends keyof Schema, K extends keyof Row<T>> = Partial<Row<T>> & Pick<Row<T>, K>;

export function aCurrencyRow(row: Given<'currencies', 'code'>): Row<'currencies'> {
  return { label: row.code, ...row };
}

export function aMidRateRow(row: Given<'mid_rates', 'at'>): Row<'mid_rates'> {
  return { currency_code: 'USD', rate: '1.1361', source: 'test', ...row };
}

/** Company whose site is named after it. */
export function aCompanyRow(row: Given<'companies', 'name'>): Row<'companies'> {
  return { site: `https://${slugOf(row.name)}.example`, ...row };
}

export function aBranchRow(row: Given<'branches', 'company_id'>): Row<'branches'> {
  return { name: 'Gare', kind: 'street', city: 'Lyon', ...row };
}

export function aClosureRow(row: Given<'branch_closures', 'branch_id'>): Row<'branch_closures'> {
  const { from_day = '2026-12-24' } = row;
  return { from_day, to_day: from_day, ...row };
}

/** Agent of no company who has no password yet. */
export function aUserRow(row: Partial<Row<'users'>> = {}): Row<'users'> {
  const { name = 'Agent' } = row;
  return { name, mail: `${slugOf(name)}@parite.example`, role: 'agent', status: 'awaiting_password', ...row };
}

/** Traveller last seen when the account was opened. */
export function aTravellerRow(row: Given<'travellers', 'email' | 'created_at'>): Row<'travellers'> {
  return { seen_at: row.created_at, ...row };
}

export function aFixingRow(row: Given<'fixings', 'company_id' | 'updated_at'>): Row<'fixings'> {
  return { ...someSides(row), currency_code: 'USD', ...row };
}

export function aBranchFixingRow(
  row: Given<'branch_fixings', 'company_id' | 'branch' | 'updated_at'>,
): Row<'branch_fixings'> {
  return { ...someSides(row), currency_code: 'USD', ...row };
}

export function aFixingLogRow(row: Given<'fixing_logs', 'company_id' | 'at'>): Row<'fixing_logs'> {
  return {
    ...someSides(row),
    user_id: null,
    base: 'EUR',
    currency_code: 'USD',
    rate: '1.1361',
    ...row,
  };
}

/** Terms of a company that takes reservations since it set them. */
export function aTermsRow(
  row: Given<'reservation_terms', 'company_id' | 'updated_at'>,
): Row<'reservation_terms'> {
  return { admitted_at: row.updated_at, terms: JSON.stringify(DEFAULT_TERMS), ...row };
}

/** Stock of every day. */
export function aStockRow(row: Given<'stocks', 'company_id'>): Row<'stocks'> {
  return { branch: null, currency_code: 'USD', day: null, ready: '10000', ...row };
}

/** Sale, unless the row has a purchase alone. */
function someSides({ purchase = null }: { purchase?: string | null }) {
  return { purchase, sale: purchase === null ? '1.105' : null };
}

function slugOf(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
