import { describeOpenHours, nextMidnight } from '#domain/branches/open-state.ts';
import type { OpenView } from '#domain/pages/page.ts';
import { openStateOf } from '../../book/open-state-of.ts';
import type { BookBranch } from '../../book/rate-book.ts';
import type { PageContext } from './page-context.ts';

// State of a branch in words that hold until `until`: its next change, or midnight there. null: unknown hours.
export function openViewOf(
  { book, at }: PageContext,
  branch: BookBranch | undefined,
): { open: OpenView | null; until: number } {
  const state = openStateOf(branch, book.openings, at);
  if (!state || !branch) return { open: null, until: Number.POSITIVE_INFINITY };
  const { timeZone } = branch;
  const changes_at = state.changes_at === null ? null : Date.parse(state.changes_at);
  return {
    open: { isOpen: state.is_open, words: describeOpenHours({ ...state, changes_at }, at, timeZone) },
    until: Math.min(changes_at ?? Number.POSITIVE_INFINITY, nextMidnight(at, timeZone)),
  };
}
