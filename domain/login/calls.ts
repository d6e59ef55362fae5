import { Type } from 'typebox';
import { type Calls, Empty } from '../call.ts';
import {
  AvailableFactors,
  NextStep,
  PasskeyLogin,
  PasskeyOffer,
  SecondStep,
  VerifyAgain,
} from '../factors/second-factor.ts';
import { Me } from '../iam/me.ts';
import { OpenSession, PageQuery } from '../users/directory.ts';
import { LoginRequest } from './login.ts';

export const loginCalls = {
  'POST /api/login': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary:
      'Opens a session, or asks for the second factor. Any failure is the same 401; 429 after repeated ones.',
    body: LoginRequest,
    answer: Type.Union([Me, NextStep]),
  },
  'POST /api/login/second': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'Second step, with the cookie of the first: available factors, or a new session.',
    body: SecondStep,
    answer: Type.Union([Me, AvailableFactors]),
  },
  'GET /api/login/passkey': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'Options for the browser’s request of any passkey.',
    answer: PasskeyOffer,
  },
  'POST /api/login/passkey': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'Opens a session by a passkey that verified its user. Any failure is the same 401.',
    body: PasskeyLogin,
    answer: Me,
  },
  'GET /api/login/again': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 200,
    summary: 'Second factors with which the caller may verify its identity again.',
    answer: AvailableFactors,
  },
  'POST /api/login/again': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 200,
    summary:
      'Verifies the caller’s identity again, for calls that answer 403 verify_again after 10 minutes. 401: wrong proof. 403: the password of an account with a second factor.',
    body: VerifyAgain,
    answer: Empty,
  },
  'GET /api/logout': {
    host: 'backoffice',
    needs: 'nothing',
    status: 204,
    summary: 'Ends the session, if there is one.',
    answer: Empty,
  },
  'GET /api/me': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 200,
    summary: 'The current user.',
    answer: Me,
  },
  'GET /api/iam/sessions': {
    host: 'backoffice',
    needs: ['iam.sessions.list.all'],
    status: 200,
    summary: 'Open sessions, last used first, 100 a page.',
    query: PageQuery,
    answer: Type.Array(OpenSession),
    isPaged: true,
  },
} as const satisfies Calls;
