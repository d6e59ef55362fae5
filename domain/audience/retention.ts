const DAY = 24 * 60 * 60_000;

/** The years that the e-mail of a lead is kept; the lead itself stays, as a count. */
const LEAD_YEARS = 3;
/** The days that a subscription waits for its confirmation, and that the confirmation link works. */
const CONFIRMATION_DAYS = 30;
/** The days that a mail's recipient is kept once the mail is finished. */
const MAIL_DAYS = 30;

/** E-mails of leads of this moment or before are erased. */
export function leadsErasedUntil(at: Date): Date {
  const until = new Date(at);
  until.setUTCFullYear(until.getUTCFullYear() - LEAD_YEARS);
  return until;
}

/** Subscriptions of this moment or before that were not confirmed are erased. */
export function unconfirmedErasedUntil(at: Date): Date {
  return new Date(at.getTime() - CONFIRMATION_DAYS * DAY);
}

/** When the confirmation of a subscription made at this moment is over. */
export function confirmationEnds(subscribedAt: Date): Date {
  return new Date(subscribedAt.getTime() + CONFIRMATION_DAYS * DAY);
}

/** Mails finished at this moment or before are erased. */
export function mailsErasedUntil(at: Date): Date {
  return new Date(at.getTime() - MAIL_DAYS * DAY);
}
