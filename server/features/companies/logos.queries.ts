import type { Db } from '../../db/open.ts';

/** The picture of an uploaded logo; null when there is none of that name. */
export async function findLogo(db: Db, logo: string): Promise<Buffer | null> {
  const row = await db.selectFrom('company_logos').where('logo', '=', logo).select('png').executeTakeFirst();
  return row?.png ?? null;
}
