import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SERVER = join(import.meta.dirname, '..');
const SHELL = /\bshell: (true|[`'"])|import .*\bexec(Sync)?\b.* from 'node:child_process'/;

test('no program is started through a shell, which would read its arguments', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing/'),
  );
  const sources = files.map((file) => [file, readFileSync(join(SERVER, file), 'utf8')] as const);
  expect(sources.filter(([, source]) => /\bspawn\(/.test(source)).length).toBeGreaterThan(1);
  expect(sources.filter(([, source]) => SHELL.test(source)).map(([file]) => file)).toEqual([]);
});
