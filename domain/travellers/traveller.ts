import * as Type from 'typebox';
import { MAX_EMAIL } from '../audience/email.ts';
import { draftOf } from '../validation/draft.ts';
import { rulesOf } from '../validation/fields.ts';
import { travellerFields, travellerSchema } from './fields.ts';

/** Asks for a code, which is mailed. */
export const CodeRequest = Type.Object({ email: Type.String({ maxLength: MAX_EMAIL }) });

/** The six digits of the mail: they open a session, and the account where there is none yet. */
export const TravellerLogin = Type.Object({
  email: Type.String({ maxLength: MAX_EMAIL }),
  code: Type.String({ maxLength: 20 }),
});

/** Data that travellers change of themselves. */
export const TravellerEdit = Type.Object(travellerSchema);
type TravellerEdit = Type.Static<typeof TravellerEdit>;

export const travellerDraft = draftOf(TravellerEdit, rulesOf<TravellerEdit>(travellerFields));

export const Traveller = Type.Object({ email: Type.String(), ...TravellerEdit.properties });
export type Traveller = Type.Static<typeof Traveller>;

/** An open session of the traveller's own. `is_current`: the one that asks. */
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
/** How often somebody mistypes a code until it opens nothing any more. */
export const CODE_GUESSES = 5;
/** The days that who keeps no account is known after the last sign of it, and the years that who keeps one is. */
const FORGOTTEN_DAYS = 30;
const KEPT_YEARS = 3;
/** In days: how long a session is, unused and in all. */
const UNUSED_DAYS = 30;
const LONGEST_DAYS = 90;
/** In seconds: how long a browser keeps what opens it. */
export const SESSION_SECONDS = (LONGEST_DAYS * DAY) / 1000;

/** Codes mailed at this moment or before open nothing any more. */
export function codesOverSince(at: Date): Date {
  return new Date(at.getTime() - CODE_MINUTES * MINUTE);
}

/** When a code that was mailed at this moment is over. */
export function codeEnds(mailedAt: Date): Date {
  return new Date(mailedAt.getTime() + CODE_MINUTES * MINUTE);
}

/** When a traveller's session must have begun and been used to be alive. */
export function travellerAliveAt(at: Date): { begunAfter: Date; usedAfter: Date } {
  return {
    begunAfter: new Date(at.getTime() - LONGEST_DAYS * DAY),
    usedAfter: new Date(at.getTime() - UNUSED_DAYS * DAY),
  };
}

/** Since when nothing was heard of those who are erased: who keeps an account, and who does not. */
export function travellersErasedUntil(at: Date): { kept: Date; unkept: Date } {
  const kept = new Date(at);
  kept.setUTCFullYear(kept.getUTCFullYear() - KEPT_YEARS);
  return { kept, unkept: new Date(at.getTime() - FORGOTTEN_DAYS * DAY) };
}
