export const MOST_BYTES = 2_000_000;
export const MOST_LINES = 5_000;

/** The message is shown to the user. */
export class TableRefusal extends Error {}
