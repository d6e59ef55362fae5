import Holidays from 'date-holidays';

const known = new Map<string, ReadonlySet<string>>();

/**
 * True on a public holiday ('YYYY-MM-DD') of a region: FR, FR-57-67-68 (the first department stands for all three),
 * FR-MQ, ... No region has none.
 */
export function isHoliday(day: string, region: string): boolean {
  return region !== '' && holidaysOf(day.slice(0, 4), region).has(day);
}

function holidaysOf(year: string, region: string): ReadonlySet<string> {
  const key = `${year} ${region}`;
  const [country = '', state = ''] = region.split('-');
  const days =
    known.get(key) ??
    new Set(
      new Holidays(country, state)
        .getHolidays(Number(year))
        .filter(({ type }) => type === 'public')
        .map(({ date }) => date.slice(0, 10)),
    );
  known.set(key, days);
  return days;
}
