const MINUTE = 60_000;

/** The day of an instant, which begins at a full minute: the calendar is asked once in each, however often somebody asks. */
export function byMinute(dayOf: (at: number) => string): (at: number) => string {
  let minute: number | undefined;
  let day = '';
  return (at) => {
    const current = Math.floor(at / MINUTE);
    if (current !== minute) day = dayOf(at);
    minute = current;
    return day;
  };
}
