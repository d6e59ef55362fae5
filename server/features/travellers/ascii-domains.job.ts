import type { FastifyBaseLogger } from 'fastify';
import { normalizeEmail } from '#domain/audience/email.ts';
import type { Db } from '../../db/open.ts';
import type { RecurringJob } from '../../jobs/job.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import {
  deleteRepeatedSubscription,
  isUserAddress,
  lockTravellers,
  mergeTraveller,
  selectBeyondAscii,
  updateAddress,
} from './ascii-domains.queries.ts';

const HOUR = 60 * 60_000;

type Parts = { db: Db; log: FastifyBaseLogger; now: () => Date };

/**
 * Rewrites addresses whose domain older versions stored in Unicode, and those that older instances beside this one still
 * store. Codes are left to expire, because their digits follow from the spelling.
 */
export function asciiDomainsJob(parts: Parts): RecurringJob {
  return {
    name: 'ascii-domains',
    async run() {
      await rewriteDomains(parts);
      return HOUR;
    },
    longest: HOUR,
    retry: HOUR / 6,
  };
}

const ADDRESSES = [
  ['leads', 'email'],
  ['companies', 'email'],
  ['branches', 'email'],
  ['mail_changes', 'mail'],
  ['mails', 'recipient'],
] as const;

export async function rewriteDomains({ db, log, now }: Parts): Promise<void> {
  for (const { id, email, former } of await listFormer(db, 'travellers', 'email')) {
    await rewriteTraveller(db, { id, email, former }, now());
  }
  for (const row of await listFormer(db, 'subscriptions', 'email')) {
    await db.transaction().execute(async (trx) => {
      await deleteRepeatedSubscription(trx, row);
      await updateAddress(trx, 'subscriptions', 'email', row);
    });
  }
  for (const row of await listFormer(db, 'users', 'mail')) {
    // rights and passwords of two accounts are never joined: an administrator decides
    if (await isUserAddress(db, row.email)) log.warn({ user: row.id }, 'two users share a mailbox');
    else await updateAddress(db, 'users', 'mail', row);
  }
  for (const [table, column] of ADDRESSES) {
    for (const row of await listFormer(db, table, column)) await updateAddress(db, table, column, row);
  }
}

async function listFormer(db: Db, table: Parameters<typeof selectBeyondAscii>[1], column: string) {
  const rows = await selectBeyondAscii(db, table, column);
  return rows
    .map(({ id, email: former }) => ({ id, former, email: normalizeEmail(former) }))
    .filter(({ email, former }) => email !== former);
}

/** Account used last of two that become one keeps the address; letters tell both. */
async function rewriteTraveller(
  db: Db,
  { email, former }: { id: number; email: string; former: string },
  at: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const [kept, ...others] = await lockTravellers(trx, [email, former]);
    if (!kept) return;
    for (const other of others) {
      await mergeTraveller(trx, other.id, kept.id);
      for (const recipient of [kept.email, other.email]) {
        await enqueueMail(trx, { kind: 'traveller_merged', recipient, params: {}, at });
      }
    }
    await updateAddress(trx, 'travellers', 'email', { id: kept.id, email, former: kept.email });
  });
}
