import { hasEmail } from '../../db/email.ts';
import type { Db } from '../../db/open.ts';

/** All that is kept of one address, in any case: what a person who asks for access is given. */
export async function exportPrivacy(db: Db, email: string) {
  return {
    email,
    leads: await db
      .selectFrom('leads')
      .innerJoin('companies', 'companies.id', 'leads.company_id')
      .where(hasEmail('leads.email', email))
      .select(['leads.at', 'companies.name as company', 'leads.email', 'consent_at', 'consent_text'])
      .orderBy('leads.id')
      .execute(),
    subscriptions: await db
      .selectFrom('subscriptions')
      .where(hasEmail('email', email))
      .select(['at', 'email', 'type', 'consent_text', 'confirmed_at'])
      .orderBy('id')
      .execute(),
    mails: await db
      .selectFrom('mails')
      .where(hasEmail('recipient', email))
      .select(['kind', 'recipient', 'created_at', 'finished_at', 'outcome'])
      .orderBy('id')
      .execute(),
    users: await db
      .selectFrom('users')
      .where(hasEmail('mail', email))
      .select(['id', 'mail', 'name', 'surname', 'status'])
      .execute(),
  };
}

/**
 * Erases one address, in any case. Leads stay as counts. `users`: the staff accounts of that address, which
 * belong to an employer and are only counted here.
 */
export async function erasePrivacy(
  db: Db,
  email: string,
): Promise<{ leads: number; subscriptions: number; mails: number; users: number }> {
  return db.transaction().execute(async (trx) => {
    const leads = await trx
      .updateTable('leads')
      .set({ email: '', consent_at: null, consent_text: null })
      .where(hasEmail('email', email))
      .executeTakeFirst();
    const subscriptions = await trx
      .deleteFrom('subscriptions')
      .where(hasEmail('email', email))
      .executeTakeFirst();
    const mails = await trx.deleteFrom('mails').where(hasEmail('recipient', email)).executeTakeFirst();
    const users = await trx.selectFrom('users').where(hasEmail('mail', email)).select('id').execute();
    return {
      leads: Number(leads.numUpdatedRows),
      subscriptions: Number(subscriptions.numDeletedRows),
      mails: Number(mails.numDeletedRows),
      users: users.length,
    };
  });
}
