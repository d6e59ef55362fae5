import type { FastifyInstance } from 'fastify';
import type { ApiError } from '#domain/api.ts';
import { canonicalPath } from '#domain/pages/address.ts';
import type { Config } from '../config.ts';
import { type Application, applicationOf } from './hosts.ts';
import { sendHousePage, wantsPage } from './house-page.ts';

export const NOT_FOUND: ApiError = { message: 'Cette adresse n’existe pas.', code: 'not_found' };

/** Paths of pages, which live behind the hash (spec 2 and 6). */
const PAGES: Record<Application, RegExp> = {
  public: /^\/lettre\/(confirmer|desinscription)$/,
  backoffice:
    /^\/(login|password(\/forgotten)?|dashbord|orders|reservations|clients|profil|fixings(\/.+)?|sittings(\/.+)?)$/,
};
const LONGEST = 300;

const title = 'Cette page n’existe pas';
const WAYS: Record<Application, string> = {
  public: '<a href="/">Comparer les bureaux</a> <a href="/devises">Voir les devises</a>',
  backoffice: '<a href="/">Aller à l’accueil</a>',
};

/**
 * Redirects a browser to the page behind the hash, or shows a page of the house. A program gets the JSON
 * error.
 */
export function registerNotFound(app: FastifyInstance, config: Config): void {
  app.setNotFoundHandler((request, reply) => {
    const application = applicationOf(request.headers, config);
    const [path = '', query] = request.url.split('?');
    const search = query === undefined ? '' : `?${query}`;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const canonical = application === 'public' && isRead ? canonicalPath(path) : null;
    // a section in other letters, which no route of a rendered page has
    if (canonical !== null && sectionOf(canonical) !== sectionOf(path))
      return reply.redirect(`${canonical}${search}`, 301);
    if (!wantsPage(request)) return reply.code(404).send(NOT_FOUND);
    const address = withoutSlash(path);
    if (path.length <= LONGEST && PAGES[application].test(address)) {
      return reply.redirect(`/#${address}${search}`, 302);
    }
    const main = `<h1>${title}</h1>
      <p>L’adresse est peut-être mal recopiée, ou la page n’y est plus. Tout le reste est à sa place.</p>
      <p class="ways">${WAYS[application]}</p>`;
    return sendHousePage(reply.code(404), config, { title, picture: 'not-found', main });
  });
}

function sectionOf(path: string): string | undefined {
  return path.split('/')[1];
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}
