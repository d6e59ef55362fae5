import * as Type from 'typebox';
import { Id } from '../companies/company.ts';
import { draftOf } from '../validation/draft.ts';
import { emptyOf, rulesOf } from '../validation/fields.ts';
import { OpenState } from './branch.ts';
import { branchFields, branchSchema } from './fields.ts';

/** Bounded because every process has all branches in memory and every comparison reads them. */
export const MAX_BRANCHES = 500;
/** Bounded because every comparison looks at branch overrides one by one, beside the ranked lists. */
export const MAX_BRANCHES_WITH_OWN_RATES = 20;
/**
 * Bytes of all branches of a company in a message of the stream. With the rates they fit in one message of at most 900
 * kB (decision 024).
 */
export const MAX_MESSAGE_BYTES = 720_000;

export const BranchDraft = Type.Object(branchSchema);
export type BranchDraft = Type.Static<typeof BranchDraft>;

export const branchDraft = draftOf(BranchDraft, rulesOf<BranchDraft>(branchFields));
export const EMPTY_BRANCH = emptyOf<BranchDraft>(branchFields);

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

/**
 * Branch as its page shows it. `expected`: open reservations; `to_move`: open reservations at hours at which the branch
 * is closed.
 */
export const BranchView = Type.Object({
  ...Branch.properties,
  expected: Type.Integer(),
  to_move: Type.Integer(),
});
export type BranchView = Type.Static<typeof BranchView>;

/** `open` null: the branch is closed to travellers, has no hours, or they are not computed yet. */
export const ListedBranch = Type.Object({
  ...Branch.properties,
  open: Type.Union([OpenState, Type.Null()]),
});
export type ListedBranch = Type.Static<typeof ListedBranch>;

/**
 * `id` and `updated_at` as last read. Without them a branch is added to `company_id`. `tells_travellers`: the agent has seen whose
 * hour of collection it closes.
 */
export const BranchSave = Type.Object({
  id: Type.Optional(Id),
  updated_at: Type.Optional(Type.String({ maxLength: 30 })),
  company_id: Type.Optional(Id),
  tells_travellers: Type.Optional(Type.Boolean()),
  ...branchSchema,
});
export type BranchSave = Type.Static<typeof BranchSave>;

/** Branches of one company, identified by name. `updated_at` is the one last read; without it the branch is new. */
export const BranchesImport = Type.Object({
  company_id: Type.Optional(Id),
  tells_travellers: Type.Optional(Type.Boolean()),
  branches: Type.Array(
    Type.Object({ updated_at: Type.Optional(Type.String({ maxLength: 30 })), ...branchSchema }),
    {
      minItems: 1,
      maxItems: MAX_BRANCHES,
    },
  ),
});
export type BranchesImport = Type.Static<typeof BranchesImport>;

export const BranchesImportAnswer = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  to_move: Type.Integer(),
});
export type BranchesImportAnswer = Type.Static<typeof BranchesImportAnswer>;
