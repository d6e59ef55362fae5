import type { FastifyInstance } from 'fastify';
import { isEmail, normalizeEmail } from '#domain/audience/email.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { type Act, actOf, requireVerified } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import type { Session } from '../../http/session.ts';
import { outboxFolder } from '../../mail/outbox.ts';
import { sweepOutbox } from '../../mail/sweep-outbox.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { openPickupCodes } from '../reservations/pickup-codes.ts';
import { erasePerson } from './erase-person.queries.ts';
import { exportPerson } from './export-person.queries.ts';
import { journalKeys } from './journal-keys.ts';

type Parts = { db: Db; secret: string; config: Config; now: () => Date };

export function registerPrivacy(app: FastifyInstance, { db, secret, config, now }: Parts): void {
  const codes = openPickupCodes({ secret, secretBefore: config.secretBefore });
  const verifiedAct = (session: Session): Act => {
    const act = actOf(session, now());
    requireVerified(act.by);
    return act;
  };

  route(app, 'POST /api/privacy/export', async ({ session, body }) => {
    const act = verifiedAct(session);
    const email = readAddress(body.email);
    const stored = await exportPerson(db, email, journalKeys(secret, email), codes);
    // the journal outlives the person: it never names the address
    await writeAudit(db, act, { action: 'privacy.exported', changes: {} });
    return stored;
  });

  route(app, 'POST /api/privacy/erase', async ({ session, body }) => {
    const act = verifiedAct(session);
    const email = readAddress(body.email);
    const done = await erasePerson(db, email, journalKeys(secret, email));
    await writeAudit(db, act, { action: 'privacy.erased', changes: {} });
    return { ...done, files: await sweepOutbox(db, outboxFolder(config)) };
  });
}

function readAddress(typed: string): string {
  const email = normalizeEmail(typed);
  if (isEmail(email)) return email;
  throw new HttpError(400, 'invalid_email', 'Cette adresse e-mail est incomplète.');
}
