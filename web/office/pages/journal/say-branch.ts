import { branchKinds, branchRates, type Closure, paymentMeans } from '#domain/branches/branch.ts';

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: branchKinds,
  rates: branchRates,
  payment_means: paymentMeans,
};

/** A value of a branch that is no plain text, in French; undefined: the field is none of these. */
export function sayBranchValue(field: string, value: unknown): string | undefined {
  if (field === 'closures' && Array.isArray(value)) return value.map(sayClosure).join(' ; ') || 'aucune';
  const labels = LABELS[field];
  if (!labels || value === null || value === undefined) return undefined;
  const said = [value].flat().map((one) => labels[String(one)] ?? String(one));
  return said.join(', ') || 'aucun';
}

/** As it was written down: '2026-08-01'. */
function sayClosure({ from_day, to_day, reason }: Closure): string {
  const [from, to] = [from_day, to_day].map((day) => day.split('-').reverse().join('/'));
  const days = from === to ? `le ${from}` : `du ${from} au ${to}`;
  return reason === '' ? days : `${days} (${reason})`;
}
