/** Figures as a proof prints them. */

/** The value that so large a share of them does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** '0.42 ms', '12.3 ms', '1,234 ms'. */
export function ms(value: number): string {
  return `${shown(value)} ms`;
}

export function mb(value: number): string {
  return `${value.toFixed(0)} MB`;
}

/** With three digits at least. */
export function shown(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
