import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config.ts';
import { escaped } from '../../http/house-page.ts';
import { officeOrigin, siteOrigin } from '../../http/origins.ts';
import { addNoBreakSpaces, formatMoment } from '../../mail/letter.ts';
import type { OutboxMail } from '../../mail/read-outbox.ts';
import { isLoopback } from '../../process/local-host.ts';

export const MAILS_PATH = '/demonstration/mails';

type Settings = Pick<
  Config,
  'demo' | 'host' | 'trustProxy' | 'smtpUrl' | 'publicHost' | 'backofficeHost' | 'port'
>;

/** True only when the server is reachable from this machine alone, because the links in mails open accounts. */
export function isMailPageEnabled({ demo, host, trustProxy, smtpUrl }: Settings): boolean {
  return demo && isLoopback(host) && !trustProxy && smtpUrl === null;
}

/**
 * True for requests of this machine's own browser by one of our two names. DNS rebinding uses another name, and an
 * undeclared proxy adds its headers.
 */
export function isFromThisMachine(
  headers: IncomingHttpHeaders,
  { publicHost, backofficeHost }: Settings,
): boolean {
  const [, name = ''] = /^([a-z0-9.-]+)(?::\d{1,5})?$/.exec(headers.host?.toLowerCase() ?? '') ?? [];
  const isForwarded = Object.keys(headers).some((header) =>
    /^(forwarded|via|x-forwarded-.*|x-real-ip)$/.test(header),
  );
  return !isForwarded && (name === publicHost || name === backofficeHost);
}

export function renderMailList(mails: readonly OutboxMail[]) {
  const title = 'E-mails de la démonstration';
  const lines = mails.map(
    ({ name, to, subject, at }) =>
      `<li><a href="${MAILS_PATH}/${escaped(name)}">${escaped(addNoBreakSpaces(subject))}</a><small>À ${escaped(to)}, le ${escaped(formatMoment(at))}</small></li>`,
  );
  const list =
    lines.length > 0
      ? `<ul>${lines.join('')}</ul>`
      : '<p>Aucun e-mail pour l’instant. Demandez un nouveau mot de passe, ou inscrivez-vous à la lettre. L’e-mail se lit ici un instant après.</p>';
  return {
    title,
    picture: 'mails',
    main: `<h1>${title}</h1>
      <p>Sans serveur de messagerie, vos messages s’affichent ici.</p>
      ${list}
      <p class="ways"><a href="/">Aller à l’accueil</a></p>`,
  } as const;
}

// Letter in the frame of its page: no script, no request, not of this origin.
export const LETTER_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox allow-top-navigation-by-user-activation;default-src 'none';style-src 'unsafe-inline';img-src data:;base-uri 'none';form-action 'none';frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};

export function openInWholeWindow(html: string): string {
  return html.replace('<head>', '<head>\n<base target="_top">');
}

/** Mail in a frame, as a mail reader shows it, then its text, where only links to this instance are links. */
export function renderMail({ name, to, subject, at, text }: OutboxMail, config: Settings) {
  return {
    title: subject,
    picture: null,
    hasFrame: true,
    main: `<h1>${escaped(addNoBreakSpaces(subject))}</h1>
      <p>À ${escaped(to)}, le ${escaped(formatMoment(at))}</p>
      <iframe title="La lettre" src="${MAILS_PATH}/${escaped(name)}/lettre"></iframe>
      <h2>En texte seul</h2>
      <pre>${linked(text.trim(), [siteOrigin(config), officeOrigin(config)])}</pre>
      <p class="ways"><a href="${MAILS_PATH}">Tous les e-mails</a></p>`,
  } as const;
}

function linked(text: string, origins: readonly string[]): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part) => {
      const isOurs = origins.some((origin) => part.startsWith(`${origin}/`));
      return isOurs ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part);
    })
    .join('');
}
