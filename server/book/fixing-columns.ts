/** Numeric form of a column: an instant in milliseconds since 1970, `true` as 1. */
export type Kind = 'instant' | 'whole';

/**
 * Fixing columns of the book beside the two rates, none of them null. Both forms and the generated tests
 * derive from here.
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
