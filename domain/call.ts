import { type Static, type TSchema, Type } from 'typebox';

/** Error with a French sentence for a person and a code for a program (contract 3). */
export const ApiError = Type.Object({ message: Type.String(), code: Type.String() });
export type ApiError = Static<typeof ApiError>;

export type Call = {
  host: 'public' | 'backoffice';
  /** Nothing, a session, one of these scopes, or on the public host a traveller's session. */
  needs: 'nothing' | 'session' | 'traveller' | readonly string[];
  /** Open to accounts that still owe their second factor. */
  comesBeforeFactor?: true;
  /** Made by a page without its user, so it does not extend the session. */
  isUnattended?: true;
  /** POST that changes nothing, or only what a repeat would change again. */
  isRead?: true;
  /** Keeps the answer by its Idempotency-Key itself, so that a repeat gets it. */
  keepsAnswer?: true;
  /** Counted by address like the public POSTs, for a call of the back-office without a session. */
  isLimited?: true;
  status: 200 | 201 | 204;
  summary: string;
  body?: TSchema;
  /** Bytes, for a larger body than other calls have. */
  maxBytes?: number;
  upload?: { types: readonly string[]; maxBytes: number; typeMessage: string };
  query?: TSchema;
  params?: TSchema;
  answer: TSchema;
  isPaged?: true;
};

export const Empty = Type.Object({});
export const IdInPath = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,9}$' }) });
export const Labelled = Type.Object({ code: Type.String(), label: Type.String() });

export type Calls = Readonly<Record<`${'GET' | 'POST'} /api/${string}`, Call>>;
