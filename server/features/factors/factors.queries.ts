import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { hasFactorOfUser } from '../../db/user-scopes.ts';

/** Expired challenges deleted per answer, more than the one that it may add. */
const CLEARED_AT_ONCE = 20;

export type StoredCode = { selector: string; codeHash: string };

export type Passkey = {
  id: number;
  userId: number;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

function selectPasskeys(db: Db) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'credential_id as credentialId', 'public_key as publicKey'])
    .select(['counter', 'transports', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt']);
}

export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  return selectPasskeys(db).where('user_id', '=', userId).orderBy('id').execute();
}

export async function findPasskey(db: Db, credentialId: Buffer): Promise<Passkey | null> {
  return (await selectPasskeys(db).where('credential_id', '=', credentialId).executeTakeFirst()) ?? null;
}

export async function insertPasskey(
  trx: Db,
  passkey: Pick<Passkey, 'userId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'> & {
    at: Date;
  },
): Promise<number | null> {
  const row = await trx
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      created_at: passkey.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** false: the counter did not advance, so a copy of the key was used. */
export async function markPasskeyUsed(
  db: Db,
  { id, counter, at }: { id: number; counter: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: at })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function findTotp(db: Db, userId: number) {
  const row = await db
    .selectFrom('totp_secrets')
    .where('user_id', '=', userId)
    .select(['sealed', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .executeTakeFirst();
  return row ?? null;
}

export async function insertTotp(
  trx: Db,
  { userId, sealed, step, at }: { userId: number; sealed: Buffer; step: number; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('totp_secrets')
    .values({ user_id: userId, sealed, last_step: step, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** false: a code of this or a later step was used already. */
export async function takeTotpStep(
  db: Db,
  { userId, step, at }: { userId: number; step: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ last_step: step, last_used_at: at })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findRecoveryCode(
  db: Db,
  { userId, selector }: { userId: number; selector: string },
): Promise<{ codeHash: string } | null> {
  const row = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('selector', '=', selector)
    .where('used_at', 'is', null)
    .select('code_hash as codeHash')
    .executeTakeFirst();
  return row ?? null;
}

export async function spendRecoveryCode(
  db: Db,
  { userId, selector, at }: { userId: number; selector: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('selector', '=', selector)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function replaceRecoveryCodes(
  trx: Db,
  { userId, codes, at }: { userId: number; codes: readonly StoredCode[]; at: Date },
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (codes.length === 0) return;
  await trx
    .insertInto('recovery_codes')
    .values(
      codes.map(({ selector, codeHash }) => ({
        user_id: userId,
        selector,
        code_hash: codeHash,
        created_at: at,
      })),
    )
    .execute();
}

export async function hasFactor(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(hasFactorOfUser())
    .executeTakeFirst();
  return row?.has_factor ?? false;
}

export async function spendNonce(
  db: Db,
  { nonce, at, forgottenUntil }: { nonce: Buffer; at: Date; forgottenUntil: Date },
): Promise<boolean> {
  await sql`
    delete from used_challenges where nonce in (
      select nonce from used_challenges where at <= ${forgottenUntil}
      limit ${CLEARED_AT_ONCE} for update skip locked
    )`.execute(db);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenges')
    .values({ nonce, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findMail(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('mail').executeTakeFirst();
  return row?.mail ?? null;
}

export async function deleteFactors(trx: Db, userId: number): Promise<void> {
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}
