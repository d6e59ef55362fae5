import { expect, test } from 'vitest';
import { EMPTY_BRANCH } from '#domain/branches/branch-draft.ts';
import { branchFieldNames, branchFields, toBranchRow } from '#domain/branches/fields.ts';
import { companyFieldNames, companyFields, feesFieldNames, feesFields } from '#domain/companies/fields.ts';
import { describeChanges, type Entry } from './describe-change.ts';

const closures = [{ from_day: '2026-12-24', to_day: '2026-12-26', reason: '' }];
const row = toBranchRow({ ...EMPTY_BRANCH, closures, rates: 'percent', percent: '-8' });
const entryOf = (action: string, field: string, after: unknown): Entry => ({
  id: 1,
  at: '2026-11-21T08:00:00.000Z',
  user: null,
  action,
  company: null,
  subject: null,
  companies: [],
  changes: [{ field, before: Array.isArray(after) ? [] : 'Avant', after }],
});

test.each(branchFieldNames)('%s of a branch has its label in the journal, and French words', (field) => {
  const [described] = describeChanges(entryOf('branch.edited', field, row[field]), new Map());
  expect(described).toMatchObject({ label: branchFields[field].journal.label });
  expect(described).not.toHaveProperty('after', expect.stringMatching(/object|^$/));
});

test.each([
  ...companyFieldNames,
  ...feesFieldNames,
])('%s of a company has its label in the journal', (field) => {
  const [described] = describeChanges(entryOf('company.edited', field, true), new Map());
  expect(described).toMatchObject({ label: { ...companyFields, ...feesFields }[field].journal.label });
});
