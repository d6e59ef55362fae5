import { Type } from 'typebox';

const YEARS = '20\\d\\d';
const LEAP_YEARS = '20(?:[02468][048]|[13579][26])';
const DAYS = '(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31';
const PATTERN = `^(?:${YEARS}-(?:${DAYS})|${LEAP_YEARS}-02-29)$`;

// '2026-11-21', a day of this century that the calendar has.
export const Day = Type.String({ pattern: PATTERN });

const DAY = new RegExp(PATTERN);

export function isDay(text: string): boolean {
  return DAY.test(text);
}
