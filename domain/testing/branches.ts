import type { Closure } from '../branches/branch.ts';
import { type Branch, type BranchDraft, EMPTY_BRANCH } from '../branches/branch-draft.ts';

export function aBranchDraft(fields: Partial<BranchDraft> = {}): BranchDraft {
  return { ...EMPTY_BRANCH, name: 'Gare', city: 'Lyon', ...fields };
}

export function aBranch(fields: Partial<Branch> = {}): Branch {
  return {
    ...aBranchDraft(),
    id: 1,
    company_id: 1,
    time_zone: 'Europe/Paris',
    holidays_region: 'FR',
    is_closed: false,
    updated_at: '2026-11-21T08:00:00.000Z',
    ...fields,
  };
}

/** Closure of one day, unless its last one is given. */
export function aClosure(fields: Partial<Closure> = {}): Closure {
  const { from_day = '2026-12-24' } = fields;
  return { from_day, to_day: from_day, reason: '', ...fields };
}
