import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

const TABLES = ['companies', 'users', 'articles'] as const;

// Marks every row of a database that the seed has just filled.
export async function markSeeded(trx: Db): Promise<void> {
  for (const table of TABLES) {
    await sql`UPDATE ${sql.table(table)} SET seeded = seeded_digest(${sql.table(table)})`.execute(trx);
  }
}

export async function countSeededCompanies(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('companies')
    .where('seeded', 'is not', null)
    .where('suspended_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
