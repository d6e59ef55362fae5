import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
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

const FRAME = readFileSync(path.join(import.meta.dirname, '../../content/pages/house.html'), 'utf8');
const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(FRAME) ?? [];
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none';style-src 'sha256-${createHash('sha256').update(style).digest('base64')}';base-uri 'none';form-action 'none';frame-ancestors 'none'`,
};

/** Page written by the server itself. `main` is HTML whose values are already escaped. */
export function sendHousePage(
  reply: FastifyReply,
  config: Pick<Config, 'demo' | 'fictional'>,
  page: { title: string; main: string },
): FastifyReply {
  const slots: Record<string, string> = {
    line: demonstrationLine(config),
    title: escaped(page.title),
    main: page.main,
  };
  // single pass, so that a value is never read as a slot
  const html = FRAME.replace(/\{(line|title|main)\}/g, (_slot, name: string) => slots[name] ?? '');
  return reply.headers(HEADERS).send(html);
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
