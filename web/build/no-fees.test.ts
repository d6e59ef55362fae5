import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const SOURCES = ['web', 'domain', 'server'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|html)$/.test(file) && !/\.test\.|testing\//.test(file))
    .map((file) => path.join(folder, file)),
);
// Parité itself adds nothing, whatever the margin in a rate
const SUGGESTED = /(?:sans|aucuns?|zéro) (?:frais|commissions?)(?! ajoutés)/i;

test('nothing on a screen or in a letter says “sans frais” of a counter (arrêté of 30 December 1998, article 3)', () => {
  const suggested = SOURCES.filter((file) => SUGGESTED.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(SOURCES.length).toBeGreaterThan(500);
  expect(suggested).toEqual([]);
});
