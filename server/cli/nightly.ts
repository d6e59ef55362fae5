import { setTimeout as delay } from 'node:timers/promises';
import { selectBackups, undefinedWithoutTable } from '../backups/backups.queries.ts';
import { isWithin } from '../backups/rotate.ts';
import { openDatabase } from '../db/open.ts';
import { explain } from './explain.ts';
import { EmptyDatabase, UnverifiedBackup, UsageError } from './failures.ts';
import type { Reached } from './session.ts';
import type { Shell } from './shell.ts';

const USUAL_TIME = '02:30';
const RETRY_AFTER_MS = 30 * 60_000;
const RETRY_WHEN_EMPTY_MS = 60_000;
/** Age of a backup that a restart need not repeat. */
const RECENT_MS = 24 * 60 * 60_000;

/** `HH:MM` in the machine's own time zone. */
const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Runs for ever, in a container without a system timer. */
export async function backUpNightly(
  shell: Shell,
  { config, url }: Reached,
  { nightly, backUp }: { nightly: string | true; backUp: () => Promise<void> },
): Promise<void> {
  const time = nightly === true ? USUAL_TIME : nightly;
  if (!TIME_OF_DAY.test(time))
    throw new UsageError(`--nightly est une heure, comme 02:30. « ${time} » n’en est pas une.`);
  if (config.databaseUrl === null) {
    throw new UsageError(
      '--nightly occuperait la base privée. Faites lancer « backup --into » chaque nuit par le système.',
    );
  }
  const newest = await readNewest(url);
  let at = newest && isWithin(RECENT_MS, newest) ? nextAt(time, new Date()) : new Date();
  for (;;) {
    if (at > new Date()) shell.printNotice(`Prochaine sauvegarde : ${at.toLocaleString('fr-FR')}`);
    await delay(Math.max(0, at.getTime() - Date.now()), undefined, { signal: shell.closers.signal });
    try {
      await backUp();
      at = nextAt(time, new Date());
    } catch (error) {
      for (const sentence of explain(error).sentences) shell.printNotice(sentence);
      // a complete backup is not repeated in the same night
      if (error instanceof UnverifiedBackup) at = nextAt(time, new Date());
      else {
        const after = error instanceof EmptyDatabase ? RETRY_WHEN_EMPTY_MS : RETRY_AFTER_MS;
        at = new Date(Date.now() + after);
      }
    }
  }
}

async function readNewest(url: string): Promise<Date | undefined> {
  const { db, close } = openDatabase(url, { maxConnections: 1 });
  try {
    return (await undefinedWithoutTable(selectBackups(db)))?.newest?.at;
  } catch {
    // the backup itself reports the reason
    return undefined;
  } finally {
    await close();
  }
}

/** First moment after `now` at this time of day. A time that a change of clocks skips is the next one. */
export function nextAt(time: string, now: Date): Date {
  const [hours, minutes] = time.split(':').map(Number);
  const at = new Date(now);
  at.setHours(hours ?? 0, minutes ?? 0, 0, 0);
  if (at <= now) {
    at.setDate(at.getDate() + 1);
    at.setHours(hours ?? 0, minutes ?? 0, 0, 0);
  }
  return at;
}
