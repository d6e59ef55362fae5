import * as Type from 'typebox';
import { MAX_EMAIL } from '../audience/email.ts';
import { draftOf } from '../validation/draft.ts';
import { email } from '../validation/texts.ts';

/** New address, which becomes the name at login once confirmed. */
export const MailChange = Type.Object({ mail: Type.String({ maxLength: MAX_EMAIL }) });

export const mailChangeDraft = draftOf(MailChange, {
  mail: email('Nouvelle adresse e-mail', { message: 'Indiquez votre nouvelle adresse e-mail.' }),
});

export const MailConfirmation = Type.Object({ token: Type.String({ maxLength: 256 }) });

const HOURS = 24;

export function mailChangeExpiresAt(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + HOURS * 60 * 60_000);
}

export function mailChangesExpiredBefore(at: Date): Date {
  return new Date(at.getTime() - HOURS * 60 * 60_000);
}
