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
    summary: 'The second step, by the cookie of the first: what may be shown, or the session it opens.',
    body: SecondStep,
    answer: Type.Union([Me, AvailableFactors]),
  },
  'GET /api/login/passkey': {
    host: 'backoffice',
    needs: 'nothing',
    status: 200,
    summary: 'What to ask the browser for a passkey with, of whoever has one.',
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
    summary: 'By what the caller may prove once more who it is.',
    answer: AvailableFactors,
  },
  'POST /api/login/again': {
    host: 'backoffice',
    needs: 'session',
    comesBeforeFactor: true,
    status: 200,
    summary: 'Proves it, for the calls that answer 403 verify_again after 10 minutes. 401: wrong.',
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
