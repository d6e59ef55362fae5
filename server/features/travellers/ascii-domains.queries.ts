import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';

export type AddressRow = { id: number; email: string };

export async function selectBeyondAscii(db: Db, table: keyof Schema, column: string): Promise<AddressRow[]> {
  const address = sql.ref(column);
  const { rows } = await sql<AddressRow>`
    select id, ${address} as email from ${sql.table(table)} where octet_length(${address}) > length(${address})`.execute(
    db,
  );
  return rows;
}

export async function updateAddress(
  db: Db,
  table: keyof Schema,
  column: string,
  { id, email, former }: AddressRow & { former: string },
): Promise<void> {
  const address = sql.ref(column);
  await sql`
    update ${sql.table(table)} set ${address} = ${email} where id = ${id} and ${address} = ${former}`.execute(
    db,
  );
}

/** Deletes the subscription that says less of those that become one: the unconfirmed, then the older one. */
export async function deleteRepeatedSubscription(trx: Db, { id, email }: AddressRow): Promise<void> {
  await sql`
    with same as (
      select id, row_number() over (order by confirmed_at is null, confirmed_at desc, at desc) as place
      from subscriptions
      where id = ${id} or (lower(email) = ${email} and type = (select type from subscriptions where id = ${id}))
    )
    delete from subscriptions where id in (select id from same where place > 1)`.execute(trx);
}

export async function isUserAddress(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where(sql<boolean>`lower(mail) = ${email}`)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type MergedTraveller = AddressRow & { seenAt: Date };

export async function lockTravellers(trx: Db, emails: readonly string[]): Promise<MergedTraveller[]> {
  const rows = await trx
    .selectFrom('travellers')
    .where('email', 'in', emails)
    .select(['id', 'email', 'seen_at as seenAt'])
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.sort((a, b) => b.seenAt.getTime() - a.seenAt.getTime());
}

/** Moves reservations, notes and choices of an account to another one, and deletes it with its sessions. */
export async function mergeTraveller(trx: Db, from: number, into: number): Promise<void> {
  await sql`
    update reservations as moved set traveller_id = ${into}, request_key = case
      when exists (select from reservations where traveller_id = ${into} and request_key = moved.request_key)
      then 'merged-' || id else request_key end
    where traveller_id = ${from}`.execute(trx);
  await sql`
    update client_notes as kept set note = other.note, updated_at = other.updated_at from client_notes as other
    where kept.traveller_id = ${into} and other.traveller_id = ${from} and other.company_id = kept.company_id
      and other.updated_at > kept.updated_at`.execute(trx);
  await sql`
    update client_notes as moved set traveller_id = ${into}
    where traveller_id = ${from} and not exists (
      select from client_notes where traveller_id = ${into} and company_id = moved.company_id
    )`.execute(trx);
  await sql`
    update travellers as kept set keeps_account = kept.keeps_account or other.keeps_account,
      first_name = coalesce(nullif(kept.first_name, ''), other.first_name),
      phone = coalesce(nullif(kept.phone, ''), other.phone)
    from travellers as other where kept.id = ${into} and other.id = ${from}`.execute(trx);
  await sql`delete from travellers where id = ${from}`.execute(trx);
}
