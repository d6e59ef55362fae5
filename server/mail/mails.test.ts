import { afterAll, beforeAll, expect, test } from 'vitest';
import { newsletterToken, readNewsletterToken } from '../features/audience/newsletter-tokens.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { describeFailure } from './failure-text.ts';
import { countMails } from './mails.queries.ts';

const NOW = new Date('2026-11-21T08:00:00.123Z');
const HOUR = 60 * 60_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('the metrics count waiting mails, their age, and mails of a day without a certain arrival', async () => {
  expect(await countMails(database.db, NOW)).toEqual({
    queued: 0,
    oldestDueSeconds: 0,
    failedLastDay: 0,
    unknownLastDay: 0,
  });
  const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
  const mail = { kind: 'newsletter', recipient: 'a@b.fr', params: '{}', created_at: ago(48) } as const;
  await database.db
    .insertInto('mails')
    .values([
      { ...mail, due_at: ago(2) },
      { ...mail, due_at: ago(-2) },
      { ...mail, due_at: ago(48), finished_at: ago(23), outcome: 'given_up' },
      { ...mail, due_at: ago(48), finished_at: ago(1), outcome: 'refused' },
      { ...mail, due_at: ago(48), finished_at: ago(1), outcome: 'unknown' },
      { ...mail, due_at: ago(48), finished_at: ago(1), outcome: 'sent' },
      { ...mail, due_at: ago(48), finished_at: ago(25), outcome: 'unknown' },
    ])
    .execute();
  expect(await countMails(database.db, NOW)).toEqual({
    queued: 2,
    oldestDueSeconds: 7200,
    failedLastDay: 2,
    unknownLastDay: 1,
  });
});

test.each([
  ['550 5.1.1 <marie.curie@exemple.fr>: no such user', '550 5.1.1 <…>: no such user'],
  ['550 Marie.Curie unknown here', '550 … unknown here'],
  ['550-first\r\n550 second\u0000', '550-first 550 second'],
  ['554 see https://mx.example/why?who=me#x for it', '554 see https://mx.example/why for it'],
  ['x'.repeat(1_000), 'x'.repeat(300)],
])('%j is stored as %j', (said, kept) => {
  expect(describeFailure(said, 'marie.curie@exemple.fr')).toBe(kept);
});

test('a token is for one row, one purpose and one secret', () => {
  const key = { id: 12, at: NOW };
  const token = newsletterToken('secret', 'confirm', key);
  expect(readNewsletterToken('secret', 'confirm', token)).toEqual(key);
  expect(readNewsletterToken('other', 'confirm', token)).toBeNull();
  expect(readNewsletterToken('secret', 'unsubscribe', token)).toBeNull();
  for (const wrong of [
    '',
    '12',
    `${token}=`,
    ` ${token}`,
    token.replace('12.', '13.'),
    token.replace('.', '..'),
  ]) {
    expect(readNewsletterToken('secret', 'confirm', wrong), wrong).toBeNull();
  }
});
