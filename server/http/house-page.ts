import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

/** What every page of a demonstration says; nothing anywhere else. */
export function demonstrationLine({ demo }: Pick<Config, 'demo'>): string {
  return demo
    ? '<aside class="demonstration" aria-label="Démonstration">Démonstration : bureaux fictifs</aside>'
    : '';
}

const FRAME = readFileSync(path.join(import.meta.dirname, '../../content/pages/house.html'), 'utf8');
const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(FRAME) ?? [];
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none';style-src 'sha256-${createHash('sha256').update(style).digest('base64')}';base-uri 'none';form-action 'none';frame-ancestors 'none'`,
};

/** A page that the server writes by itself. `main` is HTML, whose every value went through `escaped`. */
export function sendHousePage(
  reply: FastifyReply,
  config: Pick<Config, 'demo'>,
  page: { title: string; main: string },
): FastifyReply {
  const slots: Record<string, string> = {
    line: demonstrationLine(config),
    title: escaped(page.title),
    main: page.main,
  };
  // in one pass: what a slot is filled with holds no slot
  const html = FRAME.replace(/\{(line|title|main)\}/g, (_slot, name: string) => slots[name] ?? '');
  return reply.headers(HEADERS).send(html);
}

/** A text as HTML shows it, in an element or between double quotes. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
