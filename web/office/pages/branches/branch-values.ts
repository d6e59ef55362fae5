import { type Branch, type BranchDraft, EMPTY_BRANCH } from '#domain/branches/branch-draft.ts';
import { explainByCode, type Form } from '../../forms/use-form.ts';

export function valuesOf(branch: Branch): BranchDraft {
  const names = Object.keys(EMPTY_BRANCH) as (keyof BranchDraft)[];
  // keys of the draft
  return Object.fromEntries(names.map((name) => [name, branch[name]])) as BranchDraft;
}

export const explainBranch = explainByCode<BranchDraft>({
  invalid_name: 'name',
  name_taken: 'name',
  invalid_postcode: 'postcode',
  invalid_commune: 'city',
  invalid_country: 'country',
  invalid_position: 'lat',
  invalid_phone: 'phone',
  invalid_email: 'email',
  invalid_hours: 'hours',
  invalid_closure: 'closures',
  invalid_percent: 'percent',
});

export type BranchFormOf = Form<BranchDraft, BranchDraft>;
