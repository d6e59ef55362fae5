import type { Db } from '../../db/open.ts';

export async function findOwnPhoto(db: Db, userId: number, img: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('user_photos')
    .where('img', '=', img)
    .where('user_id', '=', userId)
    .select('png')
    .executeTakeFirst();
  return row?.png ?? null;
}

export async function lockPhoto(trx: Db, userId: number): Promise<string> {
  const { img } = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select('img')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return img;
}

export async function replacePhoto(
  trx: Db,
  userId: number,
  photo: { img: string; png: Buffer; at: Date } | null,
): Promise<void> {
  await trx.deleteFrom('user_photos').where('user_id', '=', userId).execute();
  if (photo) {
    const { img, png, at } = photo;
    await trx.insertInto('user_photos').values({ img, user_id: userId, png, created_at: at }).execute();
  }
  await trx
    .updateTable('users')
    .set({ img: photo?.img ?? '' })
    .where('id', '=', userId)
    .execute();
}
