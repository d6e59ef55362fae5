import type { FastifyReply } from 'fastify';
import { expect, test, vi } from 'vitest';
import { tooMany } from './attempts.ts';
import { formatWait } from './counts.ts';

test.each([
  [1, 'une minute'],
  [60, 'une minute'],
  [61, '2 minutes'],
  [90 * 60, '90 minutes'],
  [90 * 60 + 1, '2 heures'],
  [24 * 3600, '24 heures'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatWait(seconds)).toBe(text);
});

test.each([
  ['too_many_logins', 90 * 60, 'Trop de tentatives. Réessayez dans 90 minutes.'],
  [
    'too_many_logins',
    90 * 60 + 1,
    'Trop de tentatives. Réessayez dans 2 heures, ou choisissez un nouveau mot de passe.',
  ],
  ['too_many_codes', 90 * 60 + 1, 'Trop de tentatives. Réessayez dans 2 heures.'],
])('%s for %d seconds is « %s »', (code, seconds, message) => {
  const header = vi.fn();
  const refusal = tooMany({ header } as unknown as FastifyReply, seconds, code, 'tentatives');
  expect(refusal).toMatchObject({ status: 429, code, message });
  expect(header).toHaveBeenCalledWith('retry-after', seconds);
});
