import { branchFields } from '#domain/branches/fields.ts';

type Words = ((stored: unknown) => string) | null;

/** French words of a branch's value; undefined: it is shown as it is. */
export function sayBranchValue(field: string, value: unknown): string | undefined {
  if (!Object.hasOwn(branchFields, field) || value === null || value === undefined) return undefined;
  // the journal holds the values of each field as its column does
  const words = branchFields[field as keyof typeof branchFields].journal.words as Words;
  return words?.(value);
}
