import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatFictional } from '#domain/companies/format-fictional.ts';
import { FOOT_LINKS, HEAD_LINKS, type PageLink } from '#domain/pages/links.ts';
import type { Config } from '../config.ts';
import { applicationOf } from './hosts.ts';

// null: not a demonstration, and without its companies.
export function demonstrationText({ demo, fictional }: Pick<Config, 'demo' | 'fictional'>): string | null {
  if (demo) return 'Démonstration : bureaux fictifs';
  return fictional === 0 ? null : `${formatFictional(fictional)}, aux taux fictifs`;
}

export function demonstrationLine(config: Pick<Config, 'demo' | 'fictional'>): string {
  const text = demonstrationText(config);
  return text === null ? '' : `<aside class="demonstration" aria-label="Démonstration">${text}</aside>`;
}

const ROOT = path.join(import.meta.dirname, '../..');
const FAMILIES = [
  { name: 'Inter Variable', file: 'inter', weights: '400 700' },
  { name: 'Bricolage Grotesque Variable', file: 'bricolage-grotesque', weights: '700 800' },
];
// fonts of both applications, of which a host has its own, already in the browser of who has seen a page of it
const ASSETS = ['dist/site/assets', 'dist/office/assets'].flatMap(listFiles);
const FONTS = FAMILIES.map(({ name, file, weights }) => {
  const found = new Set(ASSETS.filter((asset) => asset.startsWith(`${file}-`) && asset.endsWith('.woff2')));
  const src = [...found].map((asset) => `url("/assets/${asset}") format("woff2")`);
  return src.length === 0
    ? ''
    : `@font-face{font-family:"${name}";font-weight:${weights};font-display:swap;src:${src.join(',')}}`;
}).join('');
const FRAME = readContent('house.html').replace('/* fonts */', FONTS);
const PICTURES = {
  'not-found': readContent('not-found.svg'),
  error: readContent('error.svg'),
  'stand-in': readContent('stand-in.svg'),
  mails: readContent('mails.svg'),
};
const BRAND = `<svg viewBox="0 0 28 18" width="28" height="18" aria-hidden="true"><rect width="28" height="6.5" rx="3.25" fill="var(--action)" /><rect y="11.5" width="22" height="6.5" rx="3.25" fill="var(--saffron)" /></svg>Parité`;
const MENU = `<button type="button" popovertarget="menu" aria-label="Menu"></button>
      <nav id="menu" popover="auto" aria-label="Principale">${HEAD_LINKS.map(writeLink).join('')}</nav>`;
const FOOT = `<footer>
      <div>
        <div><span class="brand">${BRAND}</span><p>Le juste taux, avant de partir.</p></div>
        <nav aria-label="Pied de page"><ul>${FOOT_LINKS.map((link) => `<li>${writeLink(link)}</li>`).join('')}</ul></nav>
        <p>© 2025 Parité</p>
      </div>
    </footer>`;
const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(FRAME) ?? [];
const STYLE_HASH = createHash('sha256').update(style).digest('base64');

function writeLink({ path: href, text }: PageLink): string {
  return `<a href="${href}">${escaped(text)}</a>`;
}

function readContent(file: string): string {
  return readFileSync(path.join(ROOT, 'content/pages', file), 'utf8');
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(path.join(ROOT, folder));
  } catch (error) {
    // tests and development run without a build
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

type HousePage = {
  title: string;
  picture: keyof typeof PICTURES | null;
  /** HTML above the picture, in a window with it. */
  window?: string;
  main: string;
  /** true: it shows another page of this server in a frame. */
  hasFrame?: boolean;
};

/**
 * Page written by the server itself, in the frame of the public site or of the back-office. `main` is HTML
 * whose values are already escaped.
 */
export function sendHousePage(reply: FastifyReply, config: Config, page: HousePage): FastifyReply {
  const picture = page.picture === null ? '' : PICTURES[page.picture];
  const isPublic = applicationOf(reply.request.headers, config) === 'public';
  const slots: Record<string, string> = {
    line: demonstrationLine(config),
    title: escaped(page.title),
    brand: `${BRAND}<span class="visually-hidden">, accueil</span>`,
    menu: isPublic ? MENU : '',
    picture: page.window ? `<div class="window">${page.window}${picture}</div>` : picture,
    main: page.main,
    foot: isPublic ? FOOT : '',
  };
  const { staticImagesUrl } = config;
  const images = URL.canParse(staticImagesUrl) ? ` ${new URL(staticImagesUrl).origin}` : '';
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none';style-src 'sha256-${STYLE_HASH}';font-src 'self';img-src 'self'${images};base-uri 'none';form-action 'none';frame-ancestors 'none'${page.hasFrame ? ";frame-src 'self'" : ''}`,
  });
  // single pass, so that a value is never read as a slot
  return reply.send(
    FRAME.replace(
      /\{(line|title|brand|menu|picture|main|foot)\}/g,
      (_slot, name: string) => slots[name] ?? '',
    ),
  );
}

const FILES = /^\/(api|assets|images)\//;

// A browser that asks for a page; a program gets JSON.
export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !FILES.test(url) && /\btext\/html\b/.test(headers.accept ?? '');
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
