import type { FastifyInstance } from 'fastify';
import { NEWSLETTER_CONSENT } from '#domain/audience/consent.ts';
import { isEmail } from '#domain/audience/email.ts';
import type { Db } from '../../db/open.ts';
import { Refusal } from '../../plugins/errors.ts';
import { route } from '../../route.ts';
import { insertSubscription } from './subscriptions.queries.ts';

export function registerSubscriptions(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(app, 'POST /api/public/save/email', async ({ body: { email, type } }) => {
    if (!isEmail(email)) {
      throw new Refusal(400, 'invalid_email', 'L’adresse e-mail n’est pas valide.');
    }
    await insertSubscription(db, { at: now(), email, type, consent_text: NEWSLETTER_CONSENT });
    return {};
  });
}
