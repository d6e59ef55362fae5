/** The programs of scripts/tools.mjs, where they are. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from './compose.ts';

const KEPT = join(ROOT, 'node_modules/.cache/tools/usr/bin');

/** Null where this system does not give it: what needs it is skipped, and `npm test` says so. */
export function findTool(name: 'caddy' | 'promtool' | 'systemd-analyze' | 'age-keygen'): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), KEPT];
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
