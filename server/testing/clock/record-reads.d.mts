export const NOTE_SQL: unique symbol;
export function recordReads(list: string): void;
