import { type Static, type TSchema, Type } from 'typebox';
import { LeadRequest } from './audience/lead.ts';
import { Currency } from './currencies/currency.ts';
import { OffersAnswer, OffersRequest } from './offers/offer.ts';

/** Every error: a French sentence for a person, and a code for a program (contract 3). */
export const ApiError = Type.Object({ message: Type.String(), code: Type.String() });
export type ApiError = Static<typeof ApiError>;

type Call = {
  /** the host that serves it; on the other it is a 404 */
  host: 'public' | 'backoffice';
  /** what the caller must hold: nothing, a session, or one of these scopes */
  needs: 'nothing' | 'session' | readonly string[];
  /** the status of success */
  status: 200 | 201 | 204;
  summary: string;
  body?: TSchema;
  query?: TSchema;
  params?: TSchema;
  answer: TSchema;
};

const Empty = Type.Object({});

/**
 * Every call of the product, by method and path: the server validates and answers by it, the client is
 * typed by it, OpenAPI and the permission tests are generated from it. Paths are the specification's (7).
 */
export const api = {
  'GET /api/public/currencies': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'Currencies: the base first, the default counterpart second, then by label.',
    answer: Type.Array(Currency),
  },
  'POST /api/public/offers': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'The bureaux that serve a pair, ranked by what they hand over.',
    body: OffersRequest,
    answer: OffersAnswer,
  },
  'POST /api/public/leads': {
    host: 'public',
    needs: 'nothing',
    status: 201,
    summary: 'Records that a traveller is sent on to a bureau.',
    body: LeadRequest,
    answer: Empty,
  },
} as const satisfies Record<`${'GET' | 'POST'} /api/${string}`, Call>;

type Api = typeof api;
export type CallName = keyof Api;
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
