import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyPatch, parsePatch } from '../proof/controls/patch.ts';
import { listGaps, readPatches, readRows } from '../proof/controls/read.ts';
import { readSecurityRows } from '../proof/controls/table.ts';

const read = (file: string) => readFileSync(file, 'utf8');

test('each test that a row of docs/security.md names has a patch, and each row a test or a reason', () => {
  const rows = readRows();
  expect(rows.length).toBeGreaterThan(100);
  expect(listGaps(rows, readPatches())).toEqual([]);
});

test.each(readPatches().map((patch) => [patch.name, patch] as const))('%s still applies', (_name, patch) => {
  for (const [file, text] of applyPatch(patch, read)) expect(text).not.toBe(read(file));
});

const PATCH = parsePatch(
  '1.2.3-words',
  'Test: server/a.test.ts\nOnly: of words\n\n--- a/x.ts\n+++ b/x.ts\n@@ -1,3 +1,2 @@\n one\n-two\n three\n',
);

test('a patch takes its line out of the one place where it stands', () => {
  expect(PATCH).toMatchObject({ requirement: '1.2.3', test: 'server/a.test.ts', filter: 'of words' });
  expect(applyPatch(PATCH, () => 'zero\none\ntwo\nthree\n')).toEqual(
    new Map([['x.ts', 'zero\none\nthree\n']]),
  );
  expect(() => applyPatch(PATCH, () => 'one\nthree\n')).toThrow(
    '1.2.3-words.patch no longer applies to x.ts',
  );
  expect(() => applyPatch(PATCH, () => 'one\ntwo\nthree\n'.repeat(2))).toThrow('fits x.ts twice');
});

test('a row, a test or a patch that stands alone is a gap', () => {
  const rows = readSecurityRows(
    [
      '| 1.2.1 to 1.2.3 (level 3) | words | yes | `server/a.test.ts`, `server/b.test.ts` |',
      '| 1.3, 1.4.2 | none | not used | - |',
      '| 1.5 | none | no | -: nothing to take away |',
      '| what remains | cost | limit | `server/c.test.ts` |',
    ].join('\n'),
  );
  expect(rows.map(({ numbers }) => numbers)).toEqual([
    ['1.2.1', '1.2.2', '1.2.3'],
    ['1.3', '1.4.2'],
    ['1.5'],
  ]);
  expect(listGaps(rows, [PATCH, { ...PATCH, name: '9.9', requirement: '9.9' }])).toEqual([
    '1.2.1 to 1.2.3: no patch is noticed by server/b.test.ts',
    '1.3, 1.4.2: neither a test nor a reason why there is none',
    '9.9.patch: no row of docs/security.md names server/a.test.ts',
  ]);
});
