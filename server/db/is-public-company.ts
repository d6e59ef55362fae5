import { sql } from 'kysely';

/** SQL condition on `companies`: neither suspended nor charging fees beside the rate, which no comparison counts. */
export function isPublicCompany() {
  return sql<boolean>`(companies.suspended_at IS NULL AND companies.charges_fees = false)`;
}
