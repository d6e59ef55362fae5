// Notes which test files read the day: TEST_CLOCK_RECORD names the list, TEST_CLOCK_READER the file that is run.
import { appendFileSync, readFileSync } from 'node:fs';

const YEAR = 365 * 86_400_000;
const OF_DATE = /^(get(UTC)?(FullYear|Month|Date|Day|Hours)|to(Locale)?(Date|Time)?String|toISOString)$/;
const OF_FORMAT = ['formatToParts', 'formatRange'];
const OWN_CODE = /^(?!.*node_modules).*\/(domain|server|web|deploy|proof|scripts)\//;
/**
 * SQL that makes days, hours and weeks of its clock. Not the day before which the book leaves stocks out: every application
 * asks for it, and a test that has stocks makes days of the clock itself.
 */
const SQL_OF_DAYS = /(date_trunc|extract)\([^)]*now\(\)|now\(\) at time zone|now\(\)::date(?! - 1)/i;
/** A whole moment that is written or compared says nothing of its day. */
const WHOLE_MOMENT = /toISOString\(\)(?!\s*\.(slice|startsWith|split|substring|replace))/;

/** The set-up of the tests gives each statement to it. */
export const NOTE_SQL = Symbol.for('parite.note-sql');

/**
 * A moment within two years of the clock is the clock's own, or counted from it: the clock of such a run is set so far
 * ahead that no moment written in a test is near. What makes a day or an hour of it depends on the day.
 *
 * @param {string} list
 */
export function recordReads(list) {
  const noted = new Set();
  const note = () => {
    const reader = process.env.TEST_CLOCK_READER;
    if (!reader || noted.has(reader)) return;
    noted.add(reader);
    appendFileSync(list, `${reader}\n`);
  };
  const isOfClock = (at) => Math.abs(Number(at) - Date.now()) < 2 * YEAR;
  const watch = (prototype, name, momentOf) => {
    const original = prototype[name];
    prototype[name] = function watched(...given) {
      const reader = process.env.TEST_CLOCK_READER;
      if (reader && !noted.has(reader) && isOfClock(momentOf(this, given)) && isCalledByOwnCode(name)) note();
      return original.apply(this, given);
    };
  };
  for (const name of Object.getOwnPropertyNames(Date.prototype)) {
    if (OF_DATE.test(name)) watch(Date.prototype, name, (date) => date.getTime());
  }
  const ofFormat = (_format, [at]) => at ?? Date.now();
  for (const name of OF_FORMAT) watch(Intl.DateTimeFormat.prototype, name, ofFormat);
  const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format');
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
    configurable: true,
    get() {
      const format = get.call(this);
      return (at) => {
        if (isOfClock(at ?? Date.now())) note();
        return format(at);
      };
    },
  });
  globalThis[NOTE_SQL] = (text) => {
    if (SQL_OF_DAYS.test(text)) note();
  };
}

/** Not by the log, the driver of PostgreSQL or JSON, which write whole moments. */
function isCalledByOwnCode(name) {
  // above: this function, and the one that watches
  const caller = new Error('caller').stack.split('\n')[3] ?? '';
  if (!OWN_CODE.test(caller)) return false;
  const [, path = '', line = 0] = /(?:file:\/\/)?(\/[^:]+):(\d+):\d+\)?$/.exec(caller) ?? [];
  return name !== 'toISOString' || !WHOLE_MOMENT.test(lineOf(path, Number(line)));
}

function lineOf(path, line) {
  try {
    return readFileSync(path, 'utf8').split('\n')[line - 1] ?? '';
  } catch {
    return '';
  }
}
