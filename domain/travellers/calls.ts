import { Type } from 'typebox';
import { type Calls, Empty } from '../call.ts';
import {
  CodeRequest,
  OwnTravellerSession,
  Traveller,
  TravellerDeletion,
  TravellerEdit,
  TravellerLogin,
} from './traveller.ts';

export const travellersCalls = {
  'POST /api/traveller/code': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary:
      'Mails a code of six digits, valid for 10 minutes in the requesting browser, with or without an account. 409: no company takes reservations yet. 429 `proof_due`: a proof of work by `challenge`. 503 `codes_busy`: too many codes for now; one to an existing account may still leave.',
    body: CodeRequest,
    answer: Empty,
  },
  'POST /api/traveller/session': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary:
      'Opens a traveller’s session by a mailed code, and creates the account if there is none. 401: wrong code. 429 `proof_due`: a proof of work by `challenge`.',
    body: TravellerLogin,
    answer: Traveller,
  },
  'GET /api/traveller/me': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'The current traveller.',
    answer: Traveller,
  },
  'POST /api/traveller/me': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Changes the traveller’s data and the retention of the account.',
    body: TravellerEdit,
    answer: Traveller,
  },
  'POST /api/traveller/logout': {
    host: 'public',
    needs: 'traveller',
    status: 204,
    summary: 'Ends the traveller’s session.',
    body: Empty,
    answer: Empty,
  },
  'GET /api/traveller/sessions': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Open sessions of the traveller, last used first.',
    answer: Type.Array(OwnTravellerSession),
  },
  'POST /api/traveller/sessions/end': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Ends all sessions of the traveller except the current one.',
    body: Empty,
    answer: Type.Object({ ended: Type.Integer() }),
  },
  'GET /api/traveller/export': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'All stored data of the traveller’s account and reservations.',
    answer: Type.Record(Type.String(), Type.Array(Type.Unknown())),
  },
  'POST /api/traveller/delete': {
    host: 'public',
    needs: 'traveller',
    status: 204,
    summary:
      'Erases the traveller’s account, cancels open reservations and anonymises the amounts of others. `email`: the account’s own, typed again.',
    body: TravellerDeletion,
    answer: Empty,
  },
} as const satisfies Calls;
