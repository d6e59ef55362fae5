import { branchFields } from '#domain/branches/fields.ts';

type Words = ((stored: unknown) => string) | null;

/** French value of a branch's field. undefined: shown as stored. */
export function sayBranchValue(field: string, value: unknown): string | undefined {
  if (!Object.hasOwn(branchFields, field) || value === null || value === undefined) return undefined;
  // the journal holds the values of each field as its column does
  const words = branchFields[field as keyof typeof branchFields].journal.words as Words;
  return words?.(value);
}
