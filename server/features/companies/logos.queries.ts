import type { Db } from '../../db/open.ts';

export async function selectLogo(db: Db, logo: string): Promise<Buffer | null> {
  const row = await db.selectFrom('company_logos').where('logo', '=', logo).select('png').executeTakeFirst();
  return row?.png ?? null;
}

export async function replaceLogo(
  trx: Db,
  { id, before, logo, png, at }: { id: number; before: string; logo: string; png: Buffer; at: Date },
): Promise<void> {
  await trx.insertInto('company_logos').values({ logo, png, created_at: at }).execute();
  await trx.updateTable('companies').set({ logo }).where('id', '=', id).execute();
  await trx.deleteFrom('company_logos').where('logo', '=', before).execute();
}
