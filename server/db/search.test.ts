import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchForm } from '#domain/text/search.ts';
import { searchCases } from '#domain/text/search-cases.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { isFound, matchRank } from './search.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const RANKS = ['start', 'words', 'middle'] as const;

test.each(searchCases)('%j in %j: %s', async (wanted, text, match) => {
  const form = sql<string>`search_text(${text})`;
  const { rows } = await sql<{ found: boolean; rank: number }>`
    select ${isFound(form, wanted)} as found, ${matchRank(form, wanted)} as rank`.execute(database.db);
  expect(rows[0]?.found ? RANKS[rows[0].rank] : null).toBe(match);
});

const letters = Array.from({ length: 0x2c00 }, (_, i) => String.fromCodePoint(i))
  .filter((letter) => /\P{C}/u.test(letter))
  .concat([...'ﬀﬁﬂﬃﬄ　、。＄￥Ａａ\ufeff']);

test('every letter of the scripts of Europe, and every sign, has one form on both sides', async () => {
  const { rows } = await sql<{ letter: string; form: string }>`
    select letter, search_text('x' || letter || 'y') as form
    from unnest(${letters}::text[]) as letter`.execute(database.db);
  const wrong = rows.filter(({ letter, form }) => form !== searchForm(`x${letter}y`));
  expect(wrong).toEqual([]);
});

test('any text has one form on both sides', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.oneof(fc.constantFrom(...letters), fc.constantFrom(...'aé ’œÉß$-')) }), {
        minLength: 1,
        maxLength: 50,
      }),
      async (texts) => {
        const { rows } = await sql<{ form: string }>`
          select search_text(text) as form
          from unnest(${texts}::text[]) with ordinality as given (text, place) order by place`.execute(
          database.db,
        );
        expect(rows.map(({ form }) => form)).toEqual(texts.map(searchForm));
      },
    ),
    { numRuns: 50 },
  );
});
