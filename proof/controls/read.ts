import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ControlPatch, parsePatch } from './patch.ts';
import { readSecurityRows, type SecurityRow } from './table.ts';

export const ROOT = join(import.meta.dirname, '../..');
const ENDING = '.patch';

export function readPatches(): ControlPatch[] {
  return readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(ENDING))
    .sort(new Intl.Collator('en', { numeric: true }).compare)
    .map((file) =>
      parsePatch(file.slice(0, -ENDING.length), readFileSync(join(import.meta.dirname, file), 'utf8')),
    );
}

export function readRows(): SecurityRow[] {
  return readSecurityRows(readFileSync(join(ROOT, 'docs/security.md'), 'utf8'));
}

export function isOfRow({ requirement, test }: ControlPatch, row: SecurityRow): boolean {
  return row.numbers.includes(requirement) && row.tests.includes(test);
}

/** Sentences about tests of rows without a patch, patches without a row, and rows with neither. */
export function listGaps(rows: readonly SecurityRow[], patches: readonly ControlPatch[]): string[] {
  return [
    ...rows.flatMap((row) =>
      row.tests
        .filter((test) => !patches.some((patch) => patch.test === test && isOfRow(patch, row)))
        .map((test) => `${row.label}: no patch is noticed by ${test}`),
    ),
    ...rows
      .filter(({ exemption }) => exemption === '')
      .map(({ label }) => `${label}: neither a test nor a reason why there is none`),
    ...patches
      .filter((patch) => !rows.some((row) => isOfRow(patch, row)))
      .map(({ name, test }) => `${name}.patch: no row of docs/security.md names ${test}`),
  ];
}
