import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Db } from '../db/open.ts';
import { OWASP } from '../features/accounts/password-hasher.ts';
import { type Account, demoAccounts, listColleagues } from './accounts.ts';
import { insertAll } from './insert-all.ts';

/** Inserts users with scopes. Returns the ids of those with a login, by company logo. */
export async function seedPeople(
  db: Db,
  companyIds: ReadonlyMap<string, number>,
  demoPassword: string,
  createdAt: Date,
): Promise<Map<string, number[]>> {
  const accounts = [...demoAccounts, ...listColleagues()];
  // shared by all users without a login: its password is unknown
  const dummyHash = await hash(randomBytes(32), OWASP);
  const passwordHashes = await Promise.all(
    accounts.map((account) => {
      if (account.status === 'awaiting_password') return null;
      return account.isDemo ? hash(demoPassword, OWASP) : dummyHash;
    }),
  );
  const users = await db
    .insertInto('users')
    .values(
      accounts.map(({ company, scopes: _scopes, isDemo: _isDemo, shows: _shows, ...user }, index) => ({
        ...user,
        company_id: company === null ? null : (companyIds.get(company) ?? null),
        password_hash: passwordHashes[index] ?? null,
        created_at: createdAt,
      })),
    )
    .returning(['id', 'mail'])
    .execute();
  const ids = new Map(users.map((user) => [user.mail, user.id]));
  await insertAll(
    db,
    'user_scopes',
    accounts.flatMap((account) => account.scopes.map((scope) => ({ user_id: idOf(ids, account), scope }))),
  );
  return groupByCompany(accounts, ids);
}

function groupByCompany(accounts: readonly Account[], ids: ReadonlyMap<string, number>) {
  const byCompany = new Map<string, number[]>();
  for (const account of accounts) {
    if (account.company === null || account.status === 'awaiting_password') continue;
    byCompany.set(account.company, [...(byCompany.get(account.company) ?? []), idOf(ids, account)]);
  }
  return byCompany;
}

function idOf(ids: ReadonlyMap<string, number>, account: Account): number {
  const id = ids.get(account.mail);
  if (id === undefined) throw new Error(`${account.mail} was not inserted`);
  return id;
}

export async function seedPasswordLinks(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('password_links')
    .columns(['user_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .where('status', '=', 'awaiting_password')
        .select(['id', eb.val(now).as('created_at')])
        .orderBy('id'),
    )
    .execute();
}
