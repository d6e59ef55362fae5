import { Type } from 'typebox';
import { type Calls, Empty } from '../call.ts';
import { CodeRequest, OwnTravellerSession, Traveller, TravellerEdit, TravellerLogin } from './traveller.ts';

export const travellersCalls = {
  'POST /api/traveller/code': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary:
      'Mails six digits that open a traveller’s session for 10 minutes in the browser that asks, to an account or not. 409: no bureau takes reservations yet.',
    body: CodeRequest,
    answer: Empty,
  },
  'POST /api/traveller/session': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary:
      'Opens a traveller’s session by the digits of a mail, and the account where there is none. 401: wrong.',
    body: TravellerLogin,
    answer: Traveller,
  },
  'GET /api/traveller/me': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Who the traveller is.',
    answer: Traveller,
  },
  'POST /api/traveller/me': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Changes what the traveller says, and whether the account is kept.',
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
    summary: 'Where the traveller is signed in: the open sessions, last used first.',
    answer: Type.Array(OwnTravellerSession),
  },
  'POST /api/traveller/sessions/end': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Ends all sessions of the traveller but the one that asks.',
    body: Empty,
    answer: Type.Object({ ended: Type.Integer() }),
  },
  'GET /api/traveller/export': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'All that is kept of the traveller’s account and reservations.',
    answer: Type.Record(Type.String(), Type.Array(Type.Unknown())),
  },
  'POST /api/traveller/delete': {
    host: 'public',
    needs: 'traveller',
    status: 204,
    summary:
      'Erases the traveller’s account; what is open is cancelled, and what was reserved stays as amounts of nobody. `email`: its own, typed once more.',
    body: CodeRequest,
    answer: Empty,
  },
} as const satisfies Calls;
