export const MOST_FLAKY: number;
export function listOutcomes(report: unknown): { failed: string[]; flaky: string[] };
