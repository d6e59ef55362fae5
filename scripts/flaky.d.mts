export const MOST_FLAKY: number;
export function listFlaky(report: unknown): string[];
