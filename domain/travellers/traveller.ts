import * as Type from 'typebox';
import { MAX_EMAIL } from '../audience/email.ts';
import { draftOf } from '../validation/draft.ts';
import { rulesOf } from '../validation/fields.ts';
import { travellerFields, travellerSchema } from './fields.ts';

export const TravellerDeletion = Type.Object({ email: Type.String({ maxLength: MAX_EMAIL }) });

/** Solved proof of work as JSON, after a 429 with `proof_due` and its challenge. */
const proof = Type.Optional(Type.String({ maxLength: 2_000 }));

export const CodeRequest = Type.Object({ ...TravellerDeletion.properties, proof });

/** Six digits of the mail, which open a session and create the account if there is none. */
export const TravellerLogin = Type.Object({
  email: Type.String({ maxLength: MAX_EMAIL }),
  code: Type.String({ maxLength: 20 }),
  proof,
});

/**
 * Challenge of altcha-lib. The key derived by PBKDF2 from the nonce with a counter, from 0, begins with `keyPrefix` at the
 * right counter; nonce, salt and keys in hexadecimal digits.
 */
export type WorkChallenge = {
  parameters: { nonce: string; salt: string; cost: number; keyLength: number; keyPrefix: string };
};

export const TravellerEdit = Type.Object(travellerSchema);
type TravellerEdit = Type.Static<typeof TravellerEdit>;

export const travellerDraft = draftOf(TravellerEdit, rulesOf<TravellerEdit>(travellerFields));

export const Traveller = Type.Object({ email: Type.String(), ...TravellerEdit.properties });
export type Traveller = Type.Static<typeof Traveller>;

export const OwnTravellerSession = Type.Object({
  created_at: Type.String(),
  last_used_at: Type.String(),
  is_current: Type.Boolean(),
});
export type OwnTravellerSession = Type.Static<typeof OwnTravellerSession>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const CODE_MINUTES = 10;
/** Wrong attempts after which a code is invalid. */
export const MAX_CODE_ATTEMPTS = 5;
/** Days of retention without an account; with one, years. */
const RETENTION_DAYS = 30;
const ACCOUNT_RETENTION_YEARS = 3;
/** Days: longest idle time and longest duration of a session. */
const MAX_IDLE_DAYS = 30;
const MAX_SESSION_DAYS = 90;
export const SESSION_SECONDS = (MAX_SESSION_DAYS * DAY) / 1000;

/** Codes mailed at this moment or before are expired. */
export function codesExpiredBefore(at: Date): Date {
  return new Date(at.getTime() - CODE_MINUTES * MINUTE);
}

/** Codes used at this moment or before open nothing again, even in the browser whose answer was lost. */
export function codesUsedLongBefore(at: Date): Date {
  return new Date(at.getTime() - MINUTE);
}

export function codeExpiresAt(mailedAt: Date): Date {
  return new Date(mailedAt.getTime() + CODE_MINUTES * MINUTE);
}

export function liveTravellerSessions(at: Date): { begunAfter: Date; usedAfter: Date } {
  return {
    begunAfter: new Date(at.getTime() - MAX_SESSION_DAYS * DAY),
    usedAfter: new Date(at.getTime() - MAX_IDLE_DAYS * DAY),
  };
}

/** Oldest activity that retention allows, for travellers who keep an account and for others. */
export function travellerRetention(at: Date): { withAccount: Date; withoutAccount: Date } {
  const withAccount = new Date(at);
  withAccount.setUTCFullYear(withAccount.getUTCFullYear() - ACCOUNT_RETENTION_YEARS);
  return { withAccount, withoutAccount: new Date(at.getTime() - RETENTION_DAYS * DAY) };
}
