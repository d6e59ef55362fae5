import type { Static, TSchema } from 'typebox';
import { articlesCalls } from './articles/calls.ts';
import { audienceCalls } from './audience/calls.ts';
import { auditCalls } from './audit/calls.ts';
import { boardsCalls } from './boards/calls.ts';
import { branchesCalls } from './branches/calls.ts';
import { clientsCalls } from './clients/calls.ts';
import { companiesCalls } from './companies/calls.ts';
import { currenciesCalls } from './currencies/calls.ts';
import { factorsCalls } from './factors/calls.ts';
import { kpisCalls } from './kpis/calls.ts';
import { loginCalls } from './login/calls.ts';
import { marginsCalls } from './margins/calls.ts';
import { objectsCalls } from './objects/calls.ts';
import { offersCalls } from './offers/calls.ts';
import { outcomesCalls } from './outcomes/calls.ts';
import { passwordsCalls } from './passwords/calls.ts';
import { placesCalls } from './places/calls.ts';
import { privacyCalls } from './privacy/calls.ts';
import { profileCalls } from './profile/calls.ts';
import { ratesCalls } from './rates/calls.ts';
import { ratesFeedCalls } from './rates-feed/calls.ts';
import { reservationsCalls } from './reservations/calls.ts';
import { securityEventsCalls } from './security-events/calls.ts';
import { sheetsCalls } from './sheets/calls.ts';
import { termsCalls } from './terms/calls.ts';
import { travellersCalls } from './travellers/calls.ts';
import { usersCalls } from './users/calls.ts';

export { ApiError } from './call.ts';

/**
 * Every call of the product by method and path (spec 7). The server validates and answers by it, the client is typed by
 * it, and OpenAPI and the permission tests derive from it.
 */
export const api = {
  ...currenciesCalls,
  ...offersCalls,
  ...placesCalls,
  ...boardsCalls,
  ...branchesCalls,
  ...audienceCalls,
  ...articlesCalls,
  ...reservationsCalls,
  ...travellersCalls,
  ...clientsCalls,
  ...termsCalls,
  ...loginCalls,
  ...passwordsCalls,
  ...ratesCalls,
  ...sheetsCalls,
  ...marginsCalls,
  ...companiesCalls,
  ...auditCalls,
  ...kpisCalls,
  ...securityEventsCalls,
  ...usersCalls,
  ...factorsCalls,
  ...profileCalls,
  ...privacyCalls,
  ...ratesFeedCalls,
  ...objectsCalls,
  ...outcomesCalls,
} as const;

type Api = typeof api;
export type CallName = keyof Api;
export type PagedCallName = { [N in CallName]: Api[N] extends { isPaged: true } ? N : never }[CallName];
export type Body<N extends CallName> = Api[N] extends { body: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type Query<N extends CallName> = Api[N] extends { query: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type Params<N extends CallName> = Api[N] extends { params: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type Answer<N extends CallName> = Static<Api[N]['answer']>;
