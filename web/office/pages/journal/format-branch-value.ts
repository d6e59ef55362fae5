import { nameOfCountry } from '#domain/branches/branch-countries.ts';
import { branchFields } from '#domain/branches/fields.ts';
import { formatHours } from '#domain/branches/week.ts';

type Formatter = ((stored: unknown) => string) | null;

/** French value of a branch's field. undefined: shown as stored. */
export function formatBranchValue(field: string, value: unknown): string | undefined {
  if (!Object.hasOwn(branchFields, field) || value === null || value === undefined) return undefined;
  if (field === 'hours') return formatHours(String(value)).join(' ; ') || 'inconnus';
  if (field === 'country') return nameOfCountry(String(value));
  // the journal holds the values of each field as its column does
  const format = branchFields[field as keyof typeof branchFields].journal.words as Formatter;
  return format?.(value);
}
