import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '#domain/api.ts';
import type { Config } from '../config.ts';
import { type Side, sideOf } from './hosts.ts';

export const NOT_FOUND: ApiError = { message: 'Cette adresse n’existe pas.', code: 'not_found' };

/** Each stands behind the hash (spec 2 and 6), where nobody would type it. */
const PAGES: Record<Side, RegExp> = {
  public:
    /^\/(blog(\/view\/[^/]+)?|comparateur|mentions-legales|confidentialite|lettre\/(confirmer|desinscription))$/,
  backoffice:
    /^\/(login|password(\/forgotten)?|dashbord|orders|reservations|clients|profil|fixings(\/.+)?|sittings(\/.+)?)$/,
};
/** In characters: no page has a longer path, and none is looked for. */
const LONGEST = 300;
/** Programs ask for these too, and take no page for an answer. */
const FILES = /^\/(api|assets|images)\//;

const page = readFileSync(path.join(import.meta.dirname, '../../content/pages/not-found.html'));
const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page.toString()) ?? [];
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none';style-src 'sha256-${createHash('sha256').update(style).digest('base64')}';base-uri 'none';form-action 'none';frame-ancestors 'none'`,
};

/**
 * What is at no address. A browser that asks for a page is led to the one that is meant, or is shown one of the
 * house; a program gets the error of every call.
 */
export function registerNotFound(app: FastifyInstance, config: Config): void {
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) return reply.code(404).send(NOT_FOUND);
    const [wanted = '', query] = request.url.split('?');
    const address = withoutSlash(wanted);
    if (wanted.length <= LONGEST && PAGES[sideOf(request.headers, config)].test(address)) {
      return reply.redirect(`/#${address}${query === undefined ? '' : `?${query}`}`, 302);
    }
    return sendPage(reply);
  });
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !FILES.test(url) && /\btext\/html\b/.test(headers.accept ?? '');
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.code(404).headers(HEADERS).send(page);
}
