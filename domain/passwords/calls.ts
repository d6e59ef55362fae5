import { type Calls, Empty } from '../call.ts';
import { ForgottenPassword, NewPasswordRequest, PasswordLinkRequest } from '../login/login.ts';

export const passwordsCalls = {
  'POST /api/iam/users/new-password': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary:
      'Sets the password by its link. 400: the password is refused; 410: the link is invalid or expired.',
    body: NewPasswordRequest,
    answer: Empty,
  },
  'POST /api/iam/users/password-link': {
    host: 'backoffice',
    needs: 'nothing',
    isRead: true,
    status: 200,
    summary: 'Checks a password link. 410: invalid or expired.',
    body: PasswordLinkRequest,
    answer: Empty,
  },
  'POST /api/iam/users/forgotten-password': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'Sends a password link to the user with this mail. The answer is the same when there is none.',
    body: ForgottenPassword,
    answer: Empty,
  },
} as const satisfies Calls;
