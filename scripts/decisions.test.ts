import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'docs/decisions/';
const records = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name));

test('each record has a number of its own, which its title begins with', () => {
  const numbers = records.map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const name of records) {
    expect(readFileSync(FOLDER + name, 'utf8'), name).toMatch(
      new RegExp(`^# 0*${Number(name.slice(0, 4))}\\b`),
    );
  }
});

test('the index has one line for each record', () => {
  const index = readFileSync(`${FOLDER}README.md`, 'utf8');
  const counts = records.map((name) => [name, index.split(`](${name})`).length - 1]);
  expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
});

test('a record that a file names is there', () => {
  const missing = ['docs', 'domain', 'server', 'web', 'scripts', 'deploy', 'proof']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => /\.(tsx?|mjs|sql|css|md)$/.test(file))
    .flatMap((file) => namesIn(file).map((named) => ({ file, named })))
    .filter(({ named }) => !records.some((name) => name.startsWith(named)));
  expect(missing).toEqual([]);
});

function namesIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/decisions\/(\d{4}[a-z-]*)/g)].map(([, name]) => name ?? '');
}
