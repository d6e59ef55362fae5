import { branchFields } from '#domain/branches/fields.ts';

type Formatter = ((stored: unknown) => string) | null;

/** French value of a branch's field. undefined: shown as stored. */
export function formatBranchValue(field: string, value: unknown): string | undefined {
  if (!Object.hasOwn(branchFields, field) || value === null || value === undefined) return undefined;
  // the journal holds the values of each field as its column does
  const format = branchFields[field as keyof typeof branchFields].journal.words as Formatter;
  return format?.(value);
}
