import { Type } from 'typebox';
import { type Calls, IdInPath } from '../call.ts';
import { BranchClosing, BranchesQuery, ClosingNow, CompanyBranches, PublicBranchesQuery } from './branch.ts';
import {
  BranchesImport,
  BranchesImportAnswer,
  BranchSave,
  BranchView,
  ListedBranch,
} from './branch-draft.ts';

export const branchesCalls = {
  'GET /api/public/branches': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'Branches of the company with this site, each with its opening state.',
    query: PublicBranchesQuery,
    answer: CompanyBranches,
  },
  'GET /api/branches': {
    host: 'backoffice',
    needs: ['branches.list.me', 'branches.list.all'],
    status: 200,
    summary:
      'me: branches of the own company; all: branches of all companies or of one, 100 a page, closed ones last.',
    query: BranchesQuery,
    answer: Type.Array(ListedBranch),
    isPaged: true,
  },
  'GET /api/branches/{id}': {
    host: 'backoffice',
    needs: ['branches.list.me', 'branches.list.all'],
    status: 200,
    summary: 'me: one branch of the own company; all: of any company. 404 when there is none.',
    params: IdInPath,
    answer: BranchView,
  },
  'POST /api/branches/save': {
    host: 'backoffice',
    needs: ['branches.edit.me', 'branches.edit.all'],
    status: 200,
    summary:
      'Adds a branch, or changes one. 409: it changed meanwhile, its name is taken, or `travellers_expected` at hours that it closes or in a direction that it gives up.',
    body: BranchSave,
    answer: BranchView,
  },
  'POST /api/branches/import': {
    host: 'backoffice',
    needs: ['branches.edit.me', 'branches.edit.all'],
    status: 200,
    summary:
      'Adds and changes branches of one company, all or none. 409: one of them changed meanwhile, or `travellers_expected` at hours that they close or in directions that they give up.',
    body: BranchesImport,
    maxBytes: 512 * 1024,
    answer: BranchesImportAnswer,
  },
  'POST /api/branches/close': {
    host: 'backoffice',
    needs: ['branches.edit.me', 'branches.edit.all'],
    status: 200,
    summary:
      'Closes a branch to travellers, or reopens it. 409: it changed meanwhile, it is closed already, or it has open reservations.',
    body: BranchClosing,
    answer: BranchView,
  },
  'POST /api/branches/close-now': {
    host: 'backoffice',
    needs: ['branches.edit.me', 'branches.edit.all'],
    status: 200,
    summary:
      'Closes a branch from this minute until an hour or for the rest of the day, or reopens it for the rest of the day. 409: `travellers_expected`, `already_closed` until then, or `not_closed_now`.',
    body: ClosingNow,
    answer: BranchView,
  },
} as const satisfies Calls;
