import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { siteOrigin } from './origins.ts';

const PATH = '/.well-known/security.txt';
const DAY = 24 * 3_600_000;
/** Shorter than a year, as RFC 9116 advises. */
const HOLDS_FOR = 180 * DAY;

/**
 * Contact for reports of vulnerabilities (RFC 9116) on both hosts. Without a publisher the file is missing.
 */
export function registerSecurityText(
  app: FastifyInstance,
  { config, now }: { config: Config; now: () => Date },
): void {
  const { publisher } = config;
  if (!publisher) return;
  app.get(PATH, (_request, reply) => {
    // whole days, so that two reads of a day are equal
    const ends = new Date(Math.floor(now().getTime() / DAY) * DAY + HOLDS_FOR);
    const lines = [
      `Contact: mailto:${encodeURI(publisher.email)}`,
      `Expires: ${ends.toISOString()}`,
      'Preferred-Languages: fr, en',
      `Canonical: ${siteOrigin(config)}${PATH}`,
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`);
  });
}
