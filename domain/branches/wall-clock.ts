const formats = new Map<string, Intl.DateTimeFormat>();

/** Local time in a zone, in milliseconds as if it were UTC. */
function wallAt(instant: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * Instant of a local time. An ambiguous hour is its first occurrence; an hour skipped by summer time is the moment of
 * the change.
 */
export function instantOf(wall: number, zone: string): number {
  const offsetAt = (instant: number) => wallAt(instant, zone) - Math.floor(instant / 1000) * 1000;
  // the only possible offsets are those of the day before and of the day after
  const before = wall - offsetAt(wall - 86_400_000);
  const after = wall - offsetAt(wall + 86_400_000);
  const found = [before, after].filter((instant) => wallAt(instant, zone) === wall);
  return found.length > 0
    ? Math.min(...found)
    : changeBetween(Math.min(before, after), Math.max(before, after), zone);
}

function changeBetween(from: number, to: number, zone: string): number {
  const offset = (instant: number) => wallAt(instant, zone) - instant;
  let [low, high] = [from, to];
  while (high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 120_000) * 60_000;
    if (offset(middle) === offset(from)) low = middle;
    else high = middle;
  }
  return high;
}
