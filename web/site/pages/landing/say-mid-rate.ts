import { sayDay } from '#web/shared/dates.ts';

/** 'Taux intermédiaire du 20 nov., source BCE'. */
export function sayMidRate({ at, source }: { at: string; source: string }, now: Date): string {
  return `Taux intermédiaire du ${sayRateDay(at, now)}, source ${source}`;
}

/** The rate of a day: the same day wherever it is read. */
export function sayRateDay(at: string, now: Date): string {
  return sayDay(new Date(`${at.slice(0, 10)}T12:00`), now);
}
