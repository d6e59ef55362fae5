import { validateDraft } from '../validation/draft.ts';
import { type Branch, type BranchDraft, branchDraft, EMPTY_BRANCH } from './branch-draft.ts';
import type { TableRow } from './branch-table.ts';
import { toBranchRow } from './fields.ts';

export type TableLine = { line: number; name: string } & (
  | { outcome: 'refused'; why: string }
  | { outcome: 'new' | 'changed' | 'unchanged'; draft: BranchDraft; updated_at?: string }
);

// opening hours of a new branch are unknown
const NEW: BranchDraft = { ...EMPTY_BRANCH, hours: '' };

/**
 * Merges each line into the branch of its name, or into a new one. Fields without a column stay; a name that occurs
 * twice is refused.
 */
export function planBranchImport(rows: readonly TableRow[], known: readonly Branch[]): TableLine[] {
  const byName = new Map(known.map((branch) => [branch.name, branch]));
  const lineOf = new Map<string, number>();
  return rows.map(({ line, name, parts, error }): TableLine => {
    const refused = (why: string): TableLine => ({ line, name, outcome: 'refused', why });
    const first = lineOf.get(name);
    if (first !== undefined) return refused(`Cette agence figure déjà à la ligne ${first}.`);
    lineOf.set(name, line);
    if (error !== null) return refused(error);
    const before = byName.get(name);
    const draft = draftOf(before ?? NEW, parts);
    const [found] = Object.values(validateDraft(branchDraft, draft));
    if (found) return refused(found.message);
    if (!before) return { line, name, outcome: 'new', draft };
    const isSame = JSON.stringify(toBranchRow(before)) === JSON.stringify(toBranchRow(draft));
    return { line, name, outcome: isSame ? 'unchanged' : 'changed', draft, updated_at: before.updated_at };
  });
}

function draftOf(before: BranchDraft, parts: Partial<BranchDraft>): BranchDraft {
  const fields = Object.keys(EMPTY_BRANCH) as (keyof BranchDraft)[];
  // the names are those of the draft
  const known = Object.fromEntries(fields.map((field) => [field, before[field]])) as BranchDraft;
  return { ...known, ...parts };
}
