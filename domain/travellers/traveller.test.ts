import { expect, test } from 'vitest';
import { validateDraft } from '../validation/draft.ts';
import { toTravellerRow } from './fields.ts';
import {
  codeExpiresAt,
  codesExpiredBefore,
  codesUsedLongBefore,
  liveTravellerSessions,
  SESSION_SECONDS,
  travellerDraft,
  travellerRetention,
} from './traveller.ts';

const at = new Date('2026-11-21T10:00:00.000Z');
const iso = (date: Date) => date.toISOString();

test('a code is good for ten minutes, and opens its session again for one', () => {
  expect(iso(codesExpiredBefore(at))).toBe('2026-11-21T09:50:00.000Z');
  expect(iso(codeExpiresAt(at))).toBe('2026-11-21T10:10:00.000Z');
  expect(iso(codesUsedLongBefore(at))).toBe('2026-11-21T09:59:00.000Z');
});

test('a session ends after 30 idle days, and after 90', () => {
  const { begunAfter, usedAfter } = liveTravellerSessions(at);
  expect([iso(begunAfter), iso(usedAfter)]).toEqual(['2026-08-23T10:00:00.000Z', '2026-10-22T10:00:00.000Z']);
  expect(SESSION_SECONDS).toBe(7_776_000);
});

test('data stay for 30 days, with an account for three years', () => {
  const { withAccount, withoutAccount } = travellerRetention(at);
  expect([iso(withAccount), iso(withoutAccount)]).toEqual([
    '2023-11-21T10:00:00.000Z',
    '2026-10-22T10:00:00.000Z',
  ]);
  expect(iso(at)).toBe('2026-11-21T10:00:00.000Z');
});

test('a profile may be empty; its texts are trimmed', () => {
  const empty = { first_name: '', phone: '', keeps_account: false };
  expect(validateDraft(travellerDraft, empty)).toEqual({});
  expect(validateDraft(travellerDraft, { ...empty, phone: 'abc' })).toHaveProperty('phone');
  expect(validateDraft(travellerDraft, { ...empty, first_name: 'A\u0000' })).toHaveProperty('first_name');
  expect(toTravellerRow({ first_name: ' Ana ', phone: ' 01 23 ', keeps_account: true })).toEqual({
    first_name: 'Ana',
    phone: '01 23',
    keeps_account: true,
  });
});
