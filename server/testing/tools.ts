/** Finds the programs that scripts/tools.mjs brings, also when the tests are not started by it. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const EXTRACTED = join(import.meta.dirname, '../../node_modules/.cache/tools/usr');

type Tool = 'age' | 'age-keygen' | 'caddy' | 'nats-server' | 'promtool' | 'systemd-analyze';

/** Path of a program. null: not on this system, so that tests of it are skipped, as `npm test` reports. */
export function findTool(name: Tool): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = [...folders, join(EXTRACTED, 'bin'), join(EXTRACTED, 'sbin'), '/usr/sbin'];
  return places.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
