/** How a column is read as a number: an instant as its milliseconds since 1970, `true` as 1. */
export type Kind = 'instant' | 'whole';

/**
 * What the book knows of a fixing beside its two rates, each from a column that is never null. Both forms read, keep
 * and copy what stands here, and the generated tests make it up.
 */
export const COLUMNS = {
  updatedAt: { column: 'updated_at', kind: 'instant' },
} as const satisfies Record<string, { column: string; kind: Kind }>;

type Name = keyof typeof COLUMNS;
export type Columns = { readonly [name in Name]: number };

// the table has these keys alone
export const NAMES = Object.keys(COLUMNS) as Name[];

export function columnsFrom<T>(make: (column: (typeof COLUMNS)[Name]) => T): { [name in Name]: T } {
  return Object.fromEntries(NAMES.map((name) => [name, make(COLUMNS[name])])) as { [name in Name]: T };
}
