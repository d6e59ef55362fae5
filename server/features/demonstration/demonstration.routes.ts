import type { FastifyInstance } from 'fastify';
import { STAND_IN_PATH } from '#domain/companies/stand-in.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { Config } from '../../config.ts';
import { escaped, sendHousePage } from '../../http/house-page.ts';
import { siteOrigin } from '../../http/origins.ts';
import { outboxFolder } from '../../mail/outbox.ts';
import { listOutboxMails, readOutboxHtml, readOutboxMail } from '../../mail/read-outbox.ts';
import {
  isFromThisMachine,
  isMailPageEnabled,
  LETTER_HEADERS,
  MAILS_PATH,
  openInWholeWindow,
  renderMail,
  renderMailList,
} from './mails-page.ts';

/** Replaces the sites of fictional companies. Without a demonstration these routes are absent. */
export function registerStandIns(
  app: FastifyInstance,
  { book, config }: { book: FollowedBook; config: Config },
): void {
  if (!config.demo) return;
  const site = siteOrigin(config);

  app.get(`${STAND_IN_PATH}*`, { constraints: { application: 'public' } }, (request, reply) => {
    // the exact address of an offer, without any parsing
    const company = bookOf(book).companyBySite(site + request.url);
    if (!company) return reply.callNotFound();
    const address = `https://${company.site.slice((site + STAND_IN_PATH).length)}`;
    const logo = `${config.staticImagesUrl}/companies/${encodeURIComponent(company.logo)}.png`;
    return sendHousePage(reply, config, renderStandIn({ name: company.name, logo, address, site }));
  });
}

export function registerWrittenMails(app: FastifyInstance, config: Config): void {
  if (!isMailPageEnabled(config)) return;
  const outbox = outboxFolder(config);

  app.get(MAILS_PATH, async (request, reply) => {
    if (!isFromThisMachine(request.headers, config)) return reply.callNotFound();
    return sendHousePage(reply, config, renderMailList(await listOutboxMails(outbox)));
  });

  app.get<{ Params: { name: string } }>(`${MAILS_PATH}/:name`, async (request, reply) => {
    const mail =
      isFromThisMachine(request.headers, config) && (await readOutboxMail(outbox, request.params.name));
    if (!mail) return reply.callNotFound();
    return sendHousePage(reply, config, renderMail(mail, config));
  });

  app.get<{ Params: { name: string } }>(`${MAILS_PATH}/:name/lettre`, async (request, reply) => {
    const html =
      isFromThisMachine(request.headers, config) && (await readOutboxHtml(outbox, request.params.name));
    if (!html) return reply.callNotFound();
    return reply.headers(LETTER_HEADERS).send(openInWholeWindow(html));
  });
}

type StandIn = { name: string; logo: string; address: string; site: string };

function renderStandIn({ name, logo, address, site }: StandIn) {
  const title = `Ici s’ouvrirait le site de ${name}`;
  const main = `<h1>${escaped(title)}</h1>
      <p>Ce bureau est fictif. Cette page tient la place de son site dans la démonstration.</p>
      <p class="ways"><a href="/">Revenir au comparateur</a> <a href="/bureaux">Voir tous les bureaux</a></p>
      <dl>
        <div>
          <dt>Reçu par le bureau</dt>
          <dd>La visite de votre navigateur et l’adresse d’où il vient, ${escaped(site)}. Rien d’autre.</dd>
        </div>
        <div>
          <dt>Enregistré par Parité</dt>
          <dd>Le bureau choisi et l’heure. Votre adresse e-mail, si vous l’avez donnée pour l’accès prioritaire, reste chez Parité.</dd>
        </div>
      </dl>`;
  const window = `<p>${escaped(address)}</p><img src="${escaped(logo)}" alt="" width="150" height="80">`;
  return { title, picture: 'stand-in', window, main } as const;
}
