export const MAX_BYTES = 2_000_000;
export const MAX_LINES = 5_000;

export class TableRefusal extends Error {}
