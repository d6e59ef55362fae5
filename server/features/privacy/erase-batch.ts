import {
  challengesErasedUntil,
  changesErasedUntil,
  failuresErasedUntil,
  keysErasedUntil,
  leadsErasedUntil,
  mailsErasedUntil,
  outcomesErasedUntil,
  securityEventsErasedUntil,
  shownErasedUntil,
  staffErasedUntil,
  stocksErasedBefore,
  unconfirmedErasedUntil,
} from '#domain/audience/retention.ts';
import { restorableSince } from '#domain/factors/removed-factor.ts';
import { mailChangesExpiredBefore } from '#domain/profile/mail-change.ts';
import { liveTravellerSessions, travellerRetention } from '#domain/travellers/traveller.ts';
import { deleteChanges } from '../../book/log-of-changes.queries.ts';
import { tryLockTransaction } from '../../db/locks.ts';
import type { Db } from '../../db/open.ts';
import { deleteEndedSessions, deletePendingLogins } from '../../http/session.queries.ts';
import { aliveAt, pendingUntil } from '../../http/session.ts';
import { deleteEndedTravellerSessions } from '../../http/traveller-session.queries.ts';
import {
  anonymiseLeads,
  deleteByAge,
  deleteClientNotes,
  deleteFailures,
  deletePastStocks,
  deleteUnconfirmed,
  eraseInactiveTravellers,
  eraseStaff,
} from './retention.queries.ts';

export type Erased = {
  leads: number;
  subscriptions: number;
  mails: number;
  users: number;
  sessions: number;
  pendingLogins: number;
  failures: number;
  mailChanges: number;
  removedFactors: number;
  challenges: number;
  securityEvents: number;
  changes: number;
  keys: number;
  outcomes: number;
  travellers: number;
  clientNotes: number;
  travellerSessions: number;
  travellerCodes: number;
  shownCounts: number;
  stocks: number;
};

/**
 * Erases one batch of each kind past its retention at an instant (periods are on the privacy page). null: another
 * instance erases now.
 */
export async function eraseBatch(db: Db, at: Date, batch: number): Promise<Erased | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await tryLockTransaction(trx, 'retention'))) return null;
    return {
      leads: await anonymiseLeads(trx, leadsErasedUntil(at), batch),
      subscriptions: await deleteUnconfirmed(trx, unconfirmedErasedUntil(at), batch),
      mails: await deleteByAge(trx, 'mails', mailsErasedUntil(at), batch),
      users: await eraseStaff(trx, staffErasedUntil(at), batch),
      sessions: await deleteEndedSessions(trx, aliveAt(at), batch),
      pendingLogins: await deletePendingLogins(trx, pendingUntil(at), batch),
      failures: await deleteFailures(trx, failuresErasedUntil(at), batch),
      mailChanges: await deleteByAge(trx, 'mail_changes', mailChangesExpiredBefore(at), batch),
      removedFactors: await deleteByAge(trx, 'removed_factors', restorableSince(at), batch),
      challenges: await deleteByAge(trx, 'used_challenges', challengesErasedUntil(at), batch),
      securityEvents: await deleteByAge(trx, 'security_events', securityEventsErasedUntil(at), batch),
      changes: await deleteChanges(trx, changesErasedUntil(at), batch),
      keys: await deleteByAge(trx, 'idempotency_keys', keysErasedUntil(at), batch),
      outcomes: await deleteByAge(trx, 'outcomes', outcomesErasedUntil(at), batch),
      travellers: await eraseInactiveTravellers(trx, travellerRetention(at), at, batch),
      clientNotes: await deleteClientNotes(trx, travellerRetention(at), batch),
      travellerSessions: await deleteEndedTravellerSessions(trx, liveTravellerSessions(at), batch),
      travellerCodes: await deleteByAge(trx, 'traveller_codes', challengesErasedUntil(at), batch),
      shownCounts: await deleteByAge(trx, 'shown_counts', shownErasedUntil(at), batch),
      stocks: await deletePastStocks(trx, stocksErasedBefore(at), batch),
    };
  });
}
