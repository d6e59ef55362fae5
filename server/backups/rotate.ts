import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 24 * 60 * 60_000;
/** Largest difference between two correct clocks. */
export const CLOCK_TOLERANCE_MS = 10 * 60_000;
/** Newest backups survive at any age, because a clock may be wrong for some nights. */
const MIN_BACKUPS = 7;
const NAME = /^parite-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\dZ)\.sql\.gz(\.age)?$/;
const DRAFT = /^parite-.*\.part$/;

/** false for a future moment, which comes from a wrong clock. */
export function isWithin(ms: number, at: Date): boolean {
  const age = Date.now() - at.getTime();
  return age > -CLOCK_TOLERANCE_MS && age < ms;
}

export function backupName(at: Date, isEncrypted: boolean): string {
  const moment = `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  return `parite-${moment}.sql.gz${isEncrypted ? '.age' : ''}`;
}

/** Deletes backups older than so many days, and leftovers of killed ones. `now` is the moment of the newest file. */
export async function rotate(
  folder: string,
  { keepDays, now }: { keepDays: number; now: Date },
): Promise<{ removed: string[]; doubted: string | null }> {
  const names = await readdir(folder);
  for (const name of names.filter((name) => DRAFT.test(name))) {
    const { mtimeMs } = await stat(join(folder, name));
    // both by this machine's clock
    if (Date.now() - mtimeMs > DAY_MS) await rm(join(folder, name));
  }
  const backups = names
    .flatMap((name) => {
      const at = backupTime(name);
      return at === null ? [] : [{ name, age: now.getTime() - at }];
    })
    .sort((a, b) => a.age - b.age);
  // names are cut to the second
  const newestOther = backups.find(({ age }) => age < 0 || age >= 1000);
  const isDoubted =
    newestOther !== undefined &&
    (newestOther.age < -CLOCK_TOLERANCE_MS || newestOther.age > keepDays * DAY_MS);
  if (isDoubted) return { removed: [], doubted: newestOther.name };
  const old = backups.slice(MIN_BACKUPS).filter(({ age }) => age > keepDays * DAY_MS);
  for (const { name } of old) await rm(join(folder, name));
  return { removed: old.map(({ name }) => name).sort(), doubted: null };
}

/** null: not a backup of this product, so the file stays. */
function backupTime(name: string): number | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day === undefined ? null : Date.parse(`${day}${hours}:${minutes}:${seconds}`);
}
