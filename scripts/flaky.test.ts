import { expect, test } from 'vitest';
import { listFlaky } from './flaky.mjs';

const spec = (title: string, status: string) => ({
  title,
  file: 'office/login.spec.ts',
  tests: [{ status, projectName: 'phone' }],
});

test('what passed only when it was tried again is named, wherever it stands in the report', () => {
  const report = {
    suites: [
      { specs: [spec('a', 'expected'), spec('b', 'flaky')], suites: [{ specs: [spec('c', 'flaky')] }] },
      { specs: [spec('d', 'unexpected')] },
    ],
  };
  expect(listFlaky(report)).toEqual(['[phone] office/login.spec.ts › b', '[phone] office/login.spec.ts › c']);
  expect(listFlaky(null)).toEqual([]);
});
