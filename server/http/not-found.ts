import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiError } from '#domain/api.ts';
import type { Config } from '../config.ts';
import { type Application, applicationOf } from './hosts.ts';
import { sendHousePage } from './house-page.ts';

export const NOT_FOUND: ApiError = { message: 'Cette adresse n’existe pas.', code: 'not_found' };

/** Paths of pages, which live behind the hash (spec 2 and 6). */
const PAGES: Record<Application, RegExp> = {
  public:
    /^\/(blog(\/view\/[^/]+)?|comparateur|mentions-legales|confidentialite|accessibilite|lettre\/(confirmer|desinscription))$/,
  backoffice:
    /^\/(login|password(\/forgotten)?|dashbord|orders|reservations|clients|profil|fixings(\/.+)?|sittings(\/.+)?)$/,
};
const LONGEST = 300;
const FILES = /^\/(api|assets|images)\//;

const page = {
  title: 'Cette page n’existe pas',
  main: `<h1>Cette page n’existe pas</h1>
      <p>L’adresse est peut-être mal recopiée, ou la page n’y est plus. Tout le reste est à sa place.</p>
      <a href="/">Aller à l’accueil</a>`,
};

/**
 * Redirects a browser to the page behind the hash, or shows a page of the house. A program gets the JSON
 * error.
 */
export function registerNotFound(app: FastifyInstance, config: Config): void {
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) return reply.code(404).send(NOT_FOUND);
    const [path = '', query] = request.url.split('?');
    const address = withoutSlash(path);
    if (path.length <= LONGEST && PAGES[applicationOf(request.headers, config)].test(address)) {
      return reply.redirect(`/#${address}${query === undefined ? '' : `?${query}`}`, 302);
    }
    return sendHousePage(reply.code(404), config, page);
  });
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !FILES.test(url) && /\btext\/html\b/.test(headers.accept ?? '');
}
