import { type Static, Type } from 'typebox';
import { oneOf } from '../validation/one-of.ts';

// Steps of a company from nothing to its first offer, in the order in which they are done.
export const stepNames = [
  'sheet',
  'rates',
  'factor',
  'branch',
  'fees',
  'terms',
  'stocks',
  'answers',
] as const;
export type StepName = (typeof stepNames)[number];

export const troubles = ['no_rates', 'stale', 'nobody_came', 'nobody_answers', 'unanswered'] as const;
export type Trouble = (typeof troubles)[number];

export const troubleLabels: Readonly<Record<Trouble, string>> = {
  no_rates: 'Aucun taux',
  stale: 'Taux à confirmer',
  nobody_came: 'Personne n’est venu',
  nobody_answers: 'Personne pour répondre',
  unanswered: 'Demandes sans réponse',
};

export const companyFilters = ['suspended', 'beta', ...troubles] as const;
export const CompanyFilter = oneOf(companyFilters);
export type CompanyFilter = (typeof companyFilters)[number];

export const companyFilterLabels: Readonly<Record<CompanyFilter, string>> = {
  suspended: 'Suspendus',
  beta: 'Dans la bêta',
  ...troubleLabels,
};

export const Troubles = Type.Array(oneOf(troubles));

const Step = Type.Object({
  step: oneOf(stepNames),
  is_done: Type.Boolean(),
  // users of the company who may do it; none: an administrator does
  by: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
});
export type Step = Static<typeof Step>;

// `currencies`: proposed for the sheet while it has none.
export const Checklist = Type.Object({ steps: Type.Array(Step), currencies: Type.Array(Type.String()) });
export type Checklist = Static<typeof Checklist>;

const countByFilter = Object.fromEntries(companyFilters.map((filter) => [filter, Type.Integer()])) as Record<
  CompanyFilter,
  Type.TInteger
>;
export const CompanyCounts = Type.Object(countByFilter);
export type CompanyCounts = Static<typeof CompanyCounts>;
