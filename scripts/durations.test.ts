import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { describeDurations, listDurations } from './durations.mjs';

const inRoot = (file: string) => resolve(import.meta.dirname, '..', file);
const spec = (file: string, ...durations: number[]) => ({
  file,
  tests: [{ results: durations.map((duration) => ({ duration })) }],
});

test('the seconds of a file are those of all its tests, tries and projects', () => {
  const suites = [
    { specs: [spec('a.spec.ts', 1_000, 2_000)], suites: [{ specs: [spec('a.spec.ts', 500)] }] },
    { specs: [spec('b.spec.ts', 400)] },
  ];
  expect(listDurations({ config: { rootDir: inRoot('e2e') }, suites })).toEqual([
    { file: 'e2e/a.spec.ts', seconds: 4 },
    { file: 'e2e/b.spec.ts', seconds: 0 },
  ]);
  const name = inRoot('c.test.ts');
  const testResults = [
    { name, startTime: 1_000, endTime: 3_000 },
    { name, startTime: 0, endTime: 4_000 },
  ];
  expect(listDurations({ testResults })).toEqual([{ file: 'c.test.ts', seconds: 6 }]);
  expect(listDurations(null)).toEqual([]);
});

test('the slowest files come first, and one over the budget that does not say why is named', () => {
  const heads: Record<string, string> = {
    'said.test.ts': '// A real Caddy.\n// Duration: three instances are started.\n',
    'unsaid.test.ts': "import { test } from 'vitest';\n// Duration: too late to say\n",
  };
  const durations = [
    { file: 'quick.test.ts', seconds: 20 },
    { file: 'said.test.ts', seconds: 21 },
    { file: 'unsaid.test.ts', seconds: 100 },
  ];
  expect(describeDurations(durations, (file: string) => heads[file] ?? '')).toEqual([
    ' 100 s  unsaid.test.ts',
    '  21 s  said.test.ts',
    '  20 s  quick.test.ts',
    'unsaid.test.ts : 100 s, et rien en tête (« // Duration: … ») ne dit pourquoi.',
  ]);
});
