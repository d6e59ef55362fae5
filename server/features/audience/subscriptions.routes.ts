import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NewsletterLink } from '#domain/audience/audience.ts';
import { NEWSLETTER_CONSENT } from '#domain/audience/consent.ts';
import { INVALID_EMAIL, readEmail } from '#domain/audience/email.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { createBudget } from '../../http/limits.ts';
import { route } from '../../http/route.ts';
import { type Purpose, readNewsletterToken, type SubscriptionKey } from './newsletter-tokens.ts';
import { confirmSubscription, eraseSubscription, subscribe } from './subscriptions.ts';

type Parts = { db: Db; secret: string; config: Pick<Config, 'signUpLimit'>; now: () => Date };

/** Limit of all networks together, as a multiple of one network's hourly limit. */
const NETWORKS = 20;
const HOUR = 60 * 60_000;
const BODY_LIMIT = 2_048;

export function registerSubscriptions(app: FastifyInstance, { db, secret, config, now }: Parts): void {
  const { signUpLimit: byNetwork } = config;
  const isWithinBudget = createBudget({ window: HOUR, byNetwork, inAll: byNetwork * NETWORKS }, now);

  route(app, 'POST /api/public/save/email', async ({ ip, log, body: { email: typed, type } }) => {
    const email = readEmail(typed);
    if (email === null) {
      throw new HttpError(400, INVALID_EMAIL.code, INVALID_EMAIL.message);
    }
    // beyond it nothing is stored and no mail leaves, and the answer is the same, so that programs learn nothing
    if (!isWithinBudget(ip)) {
      log.debug('a sign-up was beyond the budget');
      return {};
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
          'Ce lien n’est plus valable. L’inscription a été retirée, ou n’a pas été confirmée dans les 30 jours.',
        );
      }
      return { was_done: was === 'was_confirmed' };
    });

    route(scope, 'POST /api/public/newsletter/unsubscribe', async ({ query: { token } }) => {
      return { was_done: !(await eraseSubscription(db, keyOf(secret, 'unsubscribe', token), now())) };
    });

    // mail readers without one-click unsubscribe open the address, and following a link changes nothing
    scope.get<{ Querystring: NewsletterLink }>(
      '/api/public/newsletter/unsubscribe',
      { constraints: { application: 'public' }, schema: { querystring: NewsletterLink, hide: true } },
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

/** Accepts an empty body from our page, and the form of RFC 8058 in its two content types. Limited to this scope. */
function registerOneClickBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const limit = { parseAs: 'buffer', bodyLimit: BODY_LIMIT } as const;
  scope.addContentTypeParser('application/json', limit, async () => undefined);
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    limit,
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => null);
      if (form?.get('List-Unsubscribe') === 'One-Click') return undefined;
      throw new HttpError(400, 'invalid_body', 'L’envoi n’a pas la forme attendue.');
    },
  );
}
