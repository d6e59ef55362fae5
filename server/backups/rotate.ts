import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 24 * 60 * 60_000;
const NAME = /^parite-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\dZ)\.sql\.gz(\.age)?$/;
const DRAFT = /^parite-.*\.part$/;

/** The name of the backup of a moment; those that sort last are the newest. */
export function nameOf(at: Date, isEncrypted: boolean): string {
  const moment = `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  return `parite-${moment}.sql.gz${isEncrypted ? '.age' : ''}`;
}

/** Removes what is older than so many days, and what a killed backup left. Gives the names that went. */
export async function rotate(
  folder: string,
  { keepDays, now }: { keepDays: number; now: Date },
): Promise<string[]> {
  const names = await readdir(folder);
  const old = names.filter((name) => {
    const at = momentOf(name);
    return at !== null && now.getTime() - at > keepDays * DAY_MS;
  });
  const drafts: string[] = [];
  for (const name of names.filter((name) => DRAFT.test(name))) {
    const { mtimeMs } = await stat(join(folder, name));
    if (now.getTime() - mtimeMs > DAY_MS) drafts.push(name);
  }
  for (const name of [...old, ...drafts]) await rm(join(folder, name));
  return old.sort();
}

/** Null for what is not a backup of this product's own naming: it stays. */
function momentOf(name: string): number | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day === undefined ? null : Date.parse(`${day}${hours}:${minutes}:${seconds}`);
}
