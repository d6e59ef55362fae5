import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { type BranchDraft, branchDraft, EMPTY_BRANCH } from '#domain/branches/branch-draft.ts';
import { branchFieldNames } from '#domain/branches/fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { BranchForm } from './BranchForm.tsx';
import type { BranchFormOf } from './branch-values.ts';

/** Fields that are set beside another one. */
const SET_BESIDE: { [F in keyof BranchDraft]?: keyof BranchDraft } = {
  commune: 'city',
  takes_cards: 'payment_means',
};

let form: BranchFormOf;

function Page() {
  const stored: BranchDraft = { ...EMPTY_BRANCH, rates: 'percent' };
  form = useForm({ stored, draft: branchDraft, send: async (values) => ({ values }) });
  return <BranchForm form={form} action="Enregistrer" backTo="/" />;
}

test.each(branchFieldNames)('%s is filled in by the form', (field) => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />);
  expect(Object.keys(form.fields.control._fields)).toContain(SET_BESIDE[field] ?? field);
});
