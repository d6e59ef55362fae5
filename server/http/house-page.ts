import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply } from 'fastify';
import { formatFictional } from '#domain/companies/format-fictional.ts';
import type { Config } from '../config.ts';

export function demonstrationLine({ demo, fictional }: Pick<Config, 'demo' | 'fictional'>): string {
  if (!demo && fictional === 0) return '';
  const text = demo ? 'Démonstration : bureaux fictifs' : `${formatFictional(fictional)}, aux taux fictifs`;
  return `<aside class="demonstration" aria-label="Démonstration">${text}</aside>`;
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

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
