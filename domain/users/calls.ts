import { Type } from 'typebox';
import { type Calls, Empty, IdInPath, Labelled } from '../call.ts';
import { Suspension } from '../companies/company.ts';
import { AdministeredUser, UserEdit, UserId, UserInvitation } from './administration.ts';
import { LabelledScope, ListedUser, UsersQuery } from './directory.ts';

export const usersCalls = {
  'GET /api/iam/users': {
    host: 'backoffice',
    needs: ['iam.users.list.all'],
    status: 200,
    summary: 'Users with their company, 100 a page: best matches of a search first, then by mail.',
    query: UsersQuery,
    answer: Type.Array(ListedUser),
    isPaged: true,
  },
  'GET /api/iam/users/{id}': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary: 'One user, with all that an administrator may change.',
    params: IdInPath,
    answer: AdministeredUser,
  },
  'POST /api/iam/users/invite': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 201,
    summary: 'Adds a user and sends the invitation to create the password. 409: the mail is taken.',
    body: UserInvitation,
    answer: AdministeredUser,
  },
  'POST /api/iam/users/invite-again': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary: 'Sends the invitation again. 409 unless the user awaits a password.',
    body: UserId,
    answer: Empty,
  },
  'POST /api/iam/users/show-link': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary: 'Shows a user’s password link. 409: none that the caller may see.',
    body: UserId,
    answer: Type.Object({ password_link: Type.String() }),
  },
  'POST /api/iam/users/edit': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary: 'Changes a user. 403: scopes, or a user, beyond the caller’s own rights.',
    body: UserEdit,
    answer: AdministeredUser,
  },
  'POST /api/iam/users/suspend': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary: 'Suspends a user at once, or reinstates it. 409 for the caller itself.',
    body: Suspension,
    answer: Empty,
  },
  'GET /api/iam/scopes': {
    host: 'backoffice',
    needs: ['iam.scopes.list.all'],
    status: 200,
    summary: 'Every scope with its French label.',
    answer: Type.Array(LabelledScope),
  },
  'POST /api/iam/users/end-sessions': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary: 'Ends every session of a user, who may log in again.',
    body: UserId,
    answer: Type.Object({ ended: Type.Integer() }),
  },
  'POST /api/iam/users/remove-factors': {
    host: 'backoffice',
    needs: ['iam.users.edit.all'],
    status: 200,
    summary:
      'Removes every second factor of a user, and ends its sessions. 403: the caller has none itself. 409: the user has none, or is the caller.',
    body: UserId,
    answer: Empty,
  },
  'GET /api/referentials/referentiel_2': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'User statuses.',
    answer: Type.Array(Labelled),
  },
} as const satisfies Calls;
