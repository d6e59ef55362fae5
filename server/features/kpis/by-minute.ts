const MINUTE = 60_000;

export function cacheByMinute(dayOf: (at: number) => string): (at: number) => string {
  let minute: number | undefined;
  let day = '';
  return (at) => {
    const current = Math.floor(at / MINUTE);
    if (current !== minute) day = dayOf(at);
    minute = current;
    return day;
  };
}
