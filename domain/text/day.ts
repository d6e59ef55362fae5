// '2026-11-21', a day of the years 2000 to 2100 that the calendar has.
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return (
    /^2(0\d\d|100)-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
  );
}
