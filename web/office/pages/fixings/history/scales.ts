/** `at`: milliseconds since 1970. `rate` null: a gap. */
export type Point = { at: number; rate: number | null };

export function scale(
  value: number,
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
): number {
  if (to === from) return (low + high) / 2;
  return low + ((value - from) / (to - from)) * (high - low);
}

export function roundTicks(low: number, high: number): number[] {
  // a nearly constant rate must not look volatile
  const span = Math.max(high - low, high / 1000);
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = ([1, 2, 5, 10].find((times) => times * power * 5 >= span) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.max(first + 2, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

export function spreadLabels<T extends { at: number }>(labels: readonly T[], room: number): T[] {
  const sorted = [...labels].sort((a, b) => a.at - b.at);
  const placed: T[] = [];
  for (const label of sorted) {
    const above = placed.at(-1);
    placed.push({ ...label, at: above ? Math.max(label.at, above.at + room) : label.at });
  }
  return placed;
}
