import * as Type from 'typebox';
import { Id } from '../companies/company.ts';
import { draftOf } from '../validation/draft.ts';
import { emptyOf, rulesOf } from '../validation/fields.ts';
import { OpenState } from './branch.ts';
import { branchFields, branchSchema } from './fields.ts';

/** All of them are in the memory of each process, and are gone through in a comparison. */
export const MAX_BRANCHES = 500;
/** Those with sheets of their own are beside the ranked lists: each is looked at in every comparison of what it serves. */
export const MAX_OWN_SHEETS = 20;
/**
 * What is said of all branches of a bureau, in bytes as the stream of changes says it: with its rates it fits in one message, which
 * ends at 900 kB (decision 024).
 */
export const MAX_SAID_BYTES = 720_000;

export const BranchDraft = Type.Object(branchSchema);
export type BranchDraft = Type.Static<typeof BranchDraft>;

export const branchDraft = draftOf(BranchDraft, rulesOf<BranchDraft>(branchFields));
export const EMPTY_BRANCH = emptyOf<BranchDraft>(branchFields);

/** A branch as the back-office shows it. */
export const Branch = Type.Object({
  ...branchSchema,
  id: Type.Integer(),
  company_id: Type.Integer(),
  time_zone: Type.String(),
  holidays_region: Type.String(),
  is_closed: Type.Boolean(),
  updated_at: Type.String(),
});
export type Branch = Type.Static<typeof Branch>;

/** As its page shows it. `expected`: how many reservations are open there; `to_move`: of these, at hours at which it is closed. */
export const KeptBranch = Type.Object({
  ...Branch.properties,
  expected: Type.Integer(),
  to_move: Type.Integer(),
});
export type KeptBranch = Type.Static<typeof KeptBranch>;

/** `open` null: it is closed to business, has not said its hours, or they are not computed yet. */
export const ListedBranch = Type.Object({
  ...Branch.properties,
  open: Type.Union([OpenState, Type.Null()]),
});
export type ListedBranch = Type.Static<typeof ListedBranch>;

/** `id` and `updated_at` of the one that is changed, as it was seen; without them one is added, to `company_id`. */
export const BranchSave = Type.Object({
  id: Type.Optional(Id),
  updated_at: Type.Optional(Type.String({ maxLength: 30 })),
  company_id: Type.Optional(Id),
  ...branchSchema,
});
export type BranchSave = Type.Static<typeof BranchSave>;

/** Branches of one bureau, each found by its name: with `updated_at` one that is there, as it was seen, without it a new one. */
export const BranchesImport = Type.Object({
  company_id: Type.Optional(Id),
  branches: Type.Array(
    Type.Object({ updated_at: Type.Optional(Type.String({ maxLength: 30 })), ...branchSchema }),
    {
      minItems: 1,
      maxItems: MAX_BRANCHES,
    },
  ),
});
export type BranchesImport = Type.Static<typeof BranchesImport>;

/** How many were added, how many changed, and how many reservations of the bureau are at hours at which their branch is closed. */
export const BranchesImported = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  to_move: Type.Integer(),
});
export type BranchesImported = Type.Static<typeof BranchesImported>;
