/** What a table may hold at most. */
export const MOST_BYTES = 2_000_000;
export const MOST_LINES = 5_000;

/** Why a table is not read, in words for who chose it. */
export class TableRefusal extends Error {}
