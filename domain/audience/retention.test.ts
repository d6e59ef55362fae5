import { expect, test } from 'vitest';
import {
  confirmationEnds,
  failuresErasedUntil,
  leadsErasedUntil,
  mailsErasedUntil,
  securityEventsErasedUntil,
  staffErasedUntil,
  unconfirmedErasedUntil,
} from './retention.ts';

test.each([
  ['2026-11-21T08:00:00.123Z', '2023-11-21T08:00:00.123Z'],
  // three years before a 29 February is the 1 March
  ['2028-02-29T12:00:00.000Z', '2025-03-01T12:00:00.000Z'],
])('e-mails of leads expire after 3 years: at %s those until %s go', (at, until) => {
  expect(leadsErasedUntil(new Date(at)).toISOString()).toBe(until);
});

test('unconfirmed subscriptions expire after 30 days, with their link', () => {
  const at = new Date('2026-11-21T08:00:00.123Z');
  expect(confirmationEnds(at).toISOString()).toBe('2026-12-21T08:00:00.123Z');
  expect(unconfirmedErasedUntil(confirmationEnds(at))).toEqual(at);
});

test('finished mails expire after 30 days', () => {
  expect(mailsErasedUntil(new Date('2026-12-21T08:00:00.000Z')).toISOString()).toBe(
    '2026-11-21T08:00:00.000Z',
  );
});

test.each([
  ['2026-11-21T08:00:00.123Z', '2025-11-21T08:00:00.123Z'],
  // a year before a 29 February is the 1 March
  ['2028-02-29T12:00:00.000Z', '2027-03-01T12:00:00.000Z'],
])('suspended accounts become pseudonyms after 12 months: at %s those of %s', (at, until) => {
  expect(staffErasedUntil(new Date(at)).toISOString()).toBe(until);
  // the journal of security is kept as long
  expect(securityEventsErasedUntil(new Date(at)).toISOString()).toBe(until);
});

test('failed logins are counted for a day', () => {
  expect(failuresErasedUntil(new Date('2026-12-21T08:00:00.000Z')).toISOString()).toBe(
    '2026-12-20T08:00:00.000Z',
  );
});
