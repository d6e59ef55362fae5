import type { FastifyInstance } from 'fastify';
import { NEWSLETTER_CONSENT } from '#domain/audience/consent.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '#domain/audience/email.ts';
import { NewsletterLink } from '#domain/audience/newsletter.ts';
import type { Db } from '../../db/open.ts';
import { route } from '../../http/route.ts';
import { HttpError } from '../../http-error.ts';
import { confirmSubscription } from './confirm-subscription.ts';
import { eraseSubscription } from './erase-subscription.ts';
import { type Purpose, readNewsletterToken, type SubscriptionKey } from './newsletter-tokens.ts';
import { registerOneClickBody } from './one-click-body.ts';
import { subscribe } from './subscribe.ts';

type Parts = { db: Db; secret: string; now: () => Date };

export function registerSubscriptions(app: FastifyInstance, { db, secret, now }: Parts): void {
  route(app, 'POST /api/public/save/email', async ({ body: { email: typed, type } }) => {
    const email = normalizeEmail(typed);
    if (!isEmail(email)) {
      throw new HttpError(400, INVALID_EMAIL.code, INVALID_EMAIL.message);
    }
    await subscribe(db, { at: now(), email, type, consent_text: NEWSLETTER_CONSENT });
    return {};
  });

  app.register(async (scope) => {
    registerOneClickBody(scope);

    route(scope, 'POST /api/public/newsletter/confirm', async ({ query: { token } }) => {
      const was = await confirmSubscription(db, keyOf(secret, 'confirm', token), now());
      if (was === 'over') {
        throw new HttpError(
          410,
          'link_over',
          'Ce lien n’est plus valable : l’inscription a été retirée, ou n’a pas été confirmée dans les 30 jours.',
        );
      }
      return { was_done: was === 'was_confirmed' };
    });

    route(scope, 'POST /api/public/newsletter/unsubscribe', async ({ query: { token } }) => {
      return { was_done: !(await eraseSubscription(db, keyOf(secret, 'unsubscribe', token), now())) };
    });

    // a mail reader that knows no one-click unsubscribe opens the address instead: following a link changes nothing
    scope.get<{ Querystring: NewsletterLink }>(
      '/api/public/newsletter/unsubscribe',
      { constraints: { side: 'public' }, schema: { querystring: NewsletterLink, hide: true } },
      ({ query: { token } }, reply) =>
        reply.redirect(`/#/lettre/desinscription?token=${encodeURIComponent(token)}`, 303),
    );
  });
}

function keyOf(secret: string, purpose: Purpose, token: string): SubscriptionKey {
  const key = readNewsletterToken(secret, purpose, token);
  if (!key) {
    throw new HttpError(404, 'unknown_link', 'Ce lien n’est pas complet, ou n’est pas l’un des nôtres.');
  }
  return key;
}
