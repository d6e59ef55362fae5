export const BUDGET: number;
export function listDurations(report: unknown): { file: string; seconds: number }[];
export function describeDurations(
  durations: readonly { file: string; seconds: number }[],
  readHead?: (file: string) => string,
): string[];
