import { expect, test } from 'vitest';
import { logInitials, logTime } from './log-line.ts';

test.each([
  [{ name: 'Camille', surname: 'Roussel' }, 'CR'],
  [{ name: 'édouard', surname: 'le Goff' }, 'ÉL'],
  [{ name: 'Administration', surname: '' }, 'ADM'],
  [{ name: '', surname: 'Roussel' }, 'R'],
  [{ name: ' Ana', surname: '  Roussel ' }, 'AR'],
  [{ name: 'Ana', surname: '  ' }, 'ADM'],
  [null, 'UNK'],
])('the initials of %j are %s', (user, initials) => {
  expect(logInitials(user)).toBe(initials);
});

test.each([
  ['2026-11-21T07:41:59.999Z', '7h41'],
  ['2026-11-21T00:05:00+01:00', '23h05'],
  ['2026-06-01T00:00:00Z', '0h00'],
])('%s is formatted as %s', (at, said) => {
  expect(logTime(new Date(at))).toBe(said);
});
