import * as Type from 'typebox';
import { MAX_EMAIL } from '../audience/email.ts';
import { draftOf } from '../validation/draft.ts';
import { email } from '../validation/texts.ts';

/** The address that a user wants in place of its own: the name at login, and where letters go. */
export const MailChange = Type.Object({ mail: Type.String({ maxLength: MAX_EMAIL }) });

export const mailChangeDraft = draftOf(MailChange, {
  mail: email('Nouvelle adresse e-mail', { message: 'Indiquez votre nouvelle adresse e-mail.' }),
});

/** The token of the link that was sent to the new address. */
export const MailConfirmation = Type.Object({ token: Type.String({ maxLength: 256 }) });

/** The hours that the link works. */
const HOURS = 24;

/** When the link of a change that was asked for at this moment is over. */
export function mailChangeEnds(askedAt: Date): Date {
  return new Date(askedAt.getTime() + HOURS * 60 * 60_000);
}

/** Changes that were asked for at this moment or before are over, and erased. */
export function mailChangesErasedUntil(at: Date): Date {
  return new Date(at.getTime() - HOURS * 60 * 60_000);
}
