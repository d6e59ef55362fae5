import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Closure } from '#domain/branches/branch.ts';
import { spansOf } from '#domain/branches/open-state.ts';
import { ALSACE_MOSELLE } from '#domain/branches/region.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { aBranchRow, aCompanyRow } from '../../testing/rows.ts';
import { computeOpenings } from './compute-openings.ts';
import { isHoliday } from './holidays.ts';
import { computeOpenIntervals } from './open-intervals.ts';
import { toInstants } from './to-instants.ts';

// The oracle knows no library: it walks through a year quarter by quarter, asks what the clock on the wall shows, and
// answers from a table of hours and from Easter.

const QUARTER = 15 * 60_000;
const DAY = 96 * QUARTER;
type Hours = { text: string; week: [from: number, to: number][][] };
const each = (...spans: [number, number][]) => Array.from({ length: 7 }, () => spans);
const HOURS: Hours[] = [
  {
    text: 'Mo-Fr 09:00-12:30,14:00-18:00; Sa 10:00-16:00',
    week: [...each([9, 12.5], [14, 18]).slice(0, 5), [[10, 16]], []],
  },
  { text: 'Mo-Su 06:00-23:45', week: each([6, 23.75]) },
  // past midnight, and through the hours that summer time leaves out and doubles
  { text: 'Fr,Sa 20:00-03:30', week: [[], [], [], [], [[20, 27.5]], [[20, 27.5]], []] },
  { text: '24/7', week: each([0, 24]) },
  { text: 'Mo-Su 00:30-02:30', week: each([0.5, 2.5]) },
];

/** What the clocks show, as if it were UTC, at each quarter of a year; by another way than the code's own. */
function clocksOf(year: number, timeZone: string): [instant: number, wall: number][] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const quarters = (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / QUARTER;
  return Array.from({ length: quarters }, (_, index) => {
    const instant = Date.UTC(year, 0, 1) + index * QUARTER;
    return [instant, Date.parse(`${format.format(instant).replace(' ', 'T')}Z`)];
  });
}

/** Gauss's rule, as Meeus gives it. */
function easter(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return Date.UTC(year, month - 1, ((h + l - 7 * m + 114) % 31) + 1);
}

/** What a region has besides: Good Friday, and days of its own, by which overseas the end of slavery is kept. */
const REGIONAL: Record<string, { fixed: string[]; hasGoodFriday: boolean }> = {
  [ALSACE_MOSELLE]: { fixed: ['12-26'], hasGoodFriday: true },
  'FR-MQ': { fixed: ['5-22'], hasGoodFriday: true },
  'FR-RE': { fixed: ['12-20'], hasGoodFriday: false },
};

function isClosedDay(wall: number, region: string): boolean {
  const day = new Date(wall);
  const year = day.getUTCFullYear();
  const start = Date.UTC(year, day.getUTCMonth(), day.getUTCDate());
  const own = REGIONAL[region];
  const fixed = ['1-1', '5-1', '5-8', '7-14', '8-15', '11-1', '11-11', '12-25', ...(own?.fixed ?? [])];
  const moving = [1, 39, 50, ...(own?.hasGoodFriday ? [-2] : [])];
  return (
    fixed.includes(`${day.getUTCMonth() + 1}-${day.getUTCDate()}`) ||
    moving.some((days) => easter(year) + days * DAY === start)
  );
}

// Closed all the same: for a day, over a new year, over both changes of the clocks, twice at once, and for hours.
function closuresOf(year: number): Closure[] {
  const spans = [
    ['01-01', '01-04'],
    ['03-26', '03-29'],
    ['08-01', '08-21'],
    ['08-15', '08-24'],
    ['10-31', '10-31'],
    ['12-30', '12-31'],
    ['02-02', '02-02', '12:00', '14:15'],
    ['02-02', '02-02', '14:00', '15:00'],
    ['02-06', '02-07', '22:30', '01:45'],
    ['02-13', '02-16', '23:00', '10:30'],
    ['02-20', '02-20', '21:00'],
    ['02-22', '02-24', undefined, '11:00'],
    ['03-28', '03-28', '01:30', '03:30'],
    ['10-24', '10-25', '21:00', '04:00'],
  ] as const;
  return spans.map(([from, to, from_time, to_time]) => ({
    from_day: `${year}-${from}`,
    ...(from_time && { from_time }),
    to_day: `${year}-${to}`,
    ...(to_time && { to_time }),
    reason: '',
  }));
}

type Shut = (wall: number, day: number) => boolean;

// Bounds that are read once, and asked at each quarter.
function shutBy({ from_day, from_time, to_day, to_time }: Closure): Shut {
  const from = Date.parse(`${from_day}T${from_time ?? '00:00'}Z`);
  const to = Date.parse(`${to_day}T${to_time ?? '00:00'}Z`);
  return (wall, day) => from <= (from_time ? wall : day) && (to_time ? wall < to : day <= to);
}

function isOpen({ week }: Hours, wall: number, isHolidayAt: (day: number) => boolean, shut: Shut[]): boolean {
  return [0, DAY].some((back) => {
    const day = Math.floor((wall - back) / DAY) * DAY;
    if (isHolidayAt(day) || shut.some((one) => one(wall, day))) return false;
    const hour = (wall - day) / (4 * QUARTER);
    const spans = week[(new Date(day).getUTCDay() + 6) % 7] ?? [];
    return spans.some(([from, to]) => from <= hour && hour < to);
  });
}

describe.each([
  ['Europe/Paris', 'FR', 2026],
  ['Europe/Paris', ALSACE_MOSELLE, 2027],
  ['Europe/Paris', null, 2027],
  ['America/Martinique', 'FR-MQ', 2027],
  ['Indian/Reunion', 'FR-RE', 2026],
] as const)('a year of hours in %s, holidays of %s, %i', (zone, region, year) => {
  const clocks = clocksOf(year, zone);
  const closed = new Map<number, boolean>();
  const isHolidayAt = (day: number) => {
    const is = closed.get(day) ?? (region !== null && isClosedDay(day, region));
    closed.set(day, is);
    return is;
  };
  let answered: Awaited<ReturnType<typeof computeOpenIntervals>>;
  beforeAll(async () => {
    const [from, to] = [Date.UTC(year, 0, 1) - DAY, Date.UTC(year + 1, 0, 2)];
    answered = await computeOpenIntervals({ texts: HOURS.map(({ text }) => text), from, to });
  });

  test.each(HOURS)('$text', (hours) => {
    const intervals = answered[HOURS.indexOf(hours)];
    const stretches = toInstants(intervals ?? [], zone, (day) => region !== null && isHoliday(day, region));
    for (const closures of [[], closuresOf(year)]) {
      const spans = spansOf(stretches, closures, zone);
      const shut = closures.map(shutBy);
      const differences: string[] = [];
      let next = 0;
      for (const [instant, wall] of clocks) {
        while ((spans[next]?.[1] ?? Number.POSITIVE_INFINITY) <= instant) next++;
        const computed = (spans[next]?.[0] ?? Number.POSITIVE_INFINITY) <= instant;
        if (computed !== isOpen(hours, wall, isHolidayAt, shut)) {
          differences.push(`${new Date(instant).toISOString()} ${computed}`);
        }
      }
      const twice = EXPECTED[`${hours.text} ${zone}`]?.(year) ?? [];
      // an hour that comes twice on a day on which it is closed opens neither time
      const isShut = (moment: string) =>
        closures.some(({ from_day, to_day }) => from_day <= moment && moment.slice(0, 10) <= to_day);
      expect(differences.slice(0, 20)).toEqual(twice.filter((moment) => !isShut(moment)));
    }
  });
});

/** An hour that comes twice: who closes at half past two in the night closes the first time. */
const EXPECTED: Record<string, (year: number) => string[]> = {
  'Mo-Su 00:30-02:30 Europe/Paris': (year) => {
    const day = year === 2026 ? '2026-10-25' : '2027-10-31';
    return [`${day}T01:00:00.000Z false`, `${day}T01:15:00.000Z false`];
  },
};

describe('computed opening times', () => {
  let database: TestDatabase;
  let company_id: number;
  beforeEach(async () => {
    database = await createTestDatabase();
    const added = await database.db
      .insertInto('companies')
      .values(aCompanyRow({ name: 'Quais' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    company_id = added.id;
  });
  afterEach(() => database.close());

  const NOW = new Date('2026-12-24T11:00:00Z');
  const add = (
    name: string,
    hours: string,
    others: { closed_on_holidays?: boolean; time_zone?: string } = {},
  ) =>
    database.db
      .insertInto('branches')
      .values(aBranchRow({ company_id, name, hours, ...others }))
      .execute();
  const known = () => database.db.selectFrom('opening_times').selectAll().orderBy('time_zone').execute();
  const noted = async () => {
    const { rows } = await sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM changes WHERE what @> '["hours"]'`.execute(database.db);
    return rows[0]?.n ?? 0;
  };

  test('are computed once a day for all branches with the same text, holidays and zone, and notified once', async () => {
    await add('A', 'Mo-Su 09:00-18:00');
    await add('B', 'Mo-Su 09:00-18:00');
    await add('C', 'Mo-Su 09:00-18:00', { time_zone: 'America/Martinique', closed_on_holidays: false });
    await add('D', '');
    expect(await computeOpenings(database.db, NOW)).toBe(2);
    const told = await noted();
    expect(await computeOpenings(database.db, NOW)).toBe(0);
    expect(await noted()).toBe(told);
    const [martinique, paris] = await known();
    expect(paris).toMatchObject({ from_day: '2026-12-23', to_day: '2027-01-01' });
    // nine days but Christmas
    expect(paris?.stretches.map(([day]) => day)).not.toContain('2026-12-25');
    expect(paris?.stretches).toHaveLength(8);
    expect(paris?.stretches[1]).toEqual([
      '2026-12-24',
      Date.parse('2026-12-24T08:00Z'),
      Date.parse('2026-12-24T17:00Z'),
    ]);
    expect(martinique?.stretches[1]?.[1]).toBe(Date.parse('2026-12-24T13:00Z'));
    expect(martinique?.stretches).toHaveLength(9);
    // and again the next day, there
    expect(await computeOpenings(database.db, new Date('2026-12-25T00:00:00Z'))).toBe(1);
  });

  test('are deleted with their last branch, and survive an unreadable text', async () => {
    await add('A', 'Mo-Su 09:00-18:00');
    await add('B', 'ni fait ni à faire');
    expect(await computeOpenings(database.db, NOW)).toBe(2);
    expect((await known()).map(({ stretches }) => stretches.length).sort()).toEqual([0, 8]);
    await database.db.deleteFrom('branches').where('name', '=', 'B').execute();
    await computeOpenings(database.db, NOW);
    expect(await known()).toHaveLength(1);
  });
});
