import { type Calls, Empty } from '../call.ts';
import { ForgottenPassword, NewPasswordRequest, PasswordLinkRequest } from '../login/login.ts';

export const passwordsCalls = {
  'POST /api/iam/users/new-password': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'Sets the password by its link. 400: the password will not do; 410: the link no longer works.',
    body: NewPasswordRequest,
    answer: Empty,
  },
  'POST /api/iam/users/password-link': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'Says that a password link works; 410: it does not, or no longer.',
    body: PasswordLinkRequest,
    answer: Empty,
  },
  'POST /api/iam/users/forgotten-password': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'Sends a password link to a user of this mail; the same answer when there is none.',
    body: ForgottenPassword,
    answer: Empty,
  },
} as const satisfies Calls;
