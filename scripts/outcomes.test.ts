import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listOutcomes } from './outcomes.mjs';

const inRoot = (file: string) => resolve(import.meta.dirname, '..', file);

const spec = (title: string, status: string, error?: { message: string }) => ({
  title,
  file: 'office/login.spec.ts',
  tests: [{ status, projectName: 'phone', results: [{ error }, {}] }],
});

test('of the browser’s tests, what failed and what passed only when it was tried again is named', () => {
  const report = {
    suites: [
      { specs: [spec('a', 'expected'), spec('b', 'flaky')], suites: [{ specs: [spec('c', 'flaky')] }] },
      { specs: [spec('d', 'unexpected', { message: 'late\nby a second' })] },
    ],
  };
  expect(listOutcomes(report)).toEqual({
    failed: ['[phone] office/login.spec.ts › d\nlate\nby a second'],
    flaky: ['[phone] office/login.spec.ts › b', '[phone] office/login.spec.ts › c'],
  });
  expect(listOutcomes(null)).toEqual({ failed: [], flaky: [] });
});

test('so it is of the others, and of a file that does not load', () => {
  const result = (fullName: string, status: string, failureMessages: string[] = []) => ({
    fullName,
    status,
    failureMessages,
  });
  const report = {
    testResults: [
      {
        name: inRoot('a.test.ts'),
        status: 'passed',
        assertionResults: [result('x', 'passed'), result('s', 'skipped')],
      },
      { name: inRoot('b.test.ts'), status: 'passed', assertionResults: [result('y', 'passed', ['late'])] },
      { name: inRoot('c.test.ts'), status: 'failed', assertionResults: [result('z', 'failed', ['wrong'])] },
      { name: inRoot('d.test.ts'), status: 'failed', assertionResults: [] },
    ],
  };
  expect(listOutcomes(report)).toEqual({
    failed: ['c.test.ts › z\nwrong', 'd.test.ts'],
    flaky: ['b.test.ts › y\nlate'],
  });
});
