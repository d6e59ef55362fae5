import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatFictional } from '#domain/companies/format-fictional.ts';
import type { Config } from '../config.ts';

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
const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(FRAME) ?? [];
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none';style-src 'sha256-${createHash('sha256').update(style).digest('base64')}';font-src 'self';img-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'`,
};
// Headers of a page that shows another one of this server in a frame.
const FRAMING_HEADERS = {
  ...HEADERS,
  'content-security-policy': `${HEADERS['content-security-policy']};frame-src 'self'`,
};

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

/** Page written by the server itself. `main` is HTML whose values are already escaped. */
export function sendHousePage(
  reply: FastifyReply,
  config: Pick<Config, 'demo' | 'fictional'>,
  page: { title: string; picture: keyof typeof PICTURES | null; main: string; hasFrame?: boolean },
): FastifyReply {
  const slots: Record<string, string> = {
    line: demonstrationLine(config),
    title: escaped(page.title),
    picture: page.picture === null ? '' : PICTURES[page.picture],
    main: page.main,
  };
  // single pass, so that a value is never read as a slot
  const html = FRAME.replace(/\{(line|title|picture|main)\}/g, (_slot, name: string) => slots[name] ?? '');
  return reply.headers(page.hasFrame ? FRAMING_HEADERS : HEADERS).send(html);
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
