import { sql } from 'kysely';

/**
 * Of a row of companies: travellers are shown it. A suspended bureau is none of them, nor one that asks fees beside its rate, which no
 * comparison counts.
 */
export function isShown() {
  return sql<boolean>`(companies.suspended_at IS NULL AND companies.charges_fees = false)`;
}
