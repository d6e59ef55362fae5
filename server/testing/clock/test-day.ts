/**
 * The day and hour at which every run of the tests begins, whatever the calendar says; the clock goes on from there.
 * The configurations of Vitest and Playwright import this before anything else. TEST_DAY names another moment
 * (`scripts/days.mjs`).
 */
import { shiftDate } from './shift-date.mjs';

/** A Tuesday morning in Paris: bureaux are open, no holiday, no change of the hour and no end of a month is near. */
const DEFAULT_DAY = '2026-11-17T09:30:00Z';

const { TEST_CLOCK_OFFSET, TEST_DAY = DEFAULT_DAY } = process.env;
if (TEST_CLOCK_OFFSET === undefined) {
  const offset = Date.parse(TEST_DAY) - Date.now();
  if (Number.isNaN(offset)) throw new Error(`TEST_DAY is no moment: ${TEST_DAY}`);
  process.env.TEST_CLOCK_OFFSET = String(offset);
  const preload = `--import=${new URL('./preload.mjs', import.meta.url).href}`;
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, preload].filter(Boolean).join(' ');
  shiftDate(offset);
}
