export const MOST_BYTES = 2_000_000;
export const MOST_LINES = 5_000;

export class TableRefusal extends Error {}
