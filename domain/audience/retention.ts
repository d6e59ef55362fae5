const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** The years that the e-mail of a lead is kept; the lead itself stays, as a count. */
const LEAD_YEARS = 3;
/** The days that a subscription waits for its confirmation, and that the confirmation link works. */
const CONFIRMATION_DAYS = 30;
/** The days that a mail's recipient is kept once the mail is finished. */
const MAIL_DAYS = 30;

/** The months that who no longer works with the back-office keeps a name in its records. */
const STAFF_MONTHS = 12;
/** The months that the journal of security is kept. */
const JOURNAL_MONTHS = 12;
/** The months that it is kept who was shown in comparisons: a year, to be compared with the one before by the month. */
const SHOWN_MONTHS = 13;
/** The days that it is kept what a counter was ready for on one that is over. */
const STOCK_DAYS = 30;
/** The longest time that failed logins are counted over. */
const FAILURE_HOURS = 24;
/** The hours that the log of changes is kept, from which an instance reads on that was away. */
const CHANGES_HOURS = 24;
/** The hours that an answer is kept for who did not hear it and asks again. */
const KEY_HOURS = 24;

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

/** Users suspended at this moment or before become a pseudonym. */
export function staffErasedUntil(at: Date): Date {
  return monthsBefore(at, STAFF_MONTHS);
}

/** Lines of the journal of security of this moment or before are erased. */
export function securityEventsErasedUntil(at: Date): Date {
  return monthsBefore(at, JOURNAL_MONTHS);
}

/** Counts of who was shown of this day or before are erased. */
export function shownErasedUntil(at: Date): Date {
  return monthsBefore(at, SHOWN_MONTHS);
}

/** Of days before this one, 'YYYY-MM-DD', what counters were ready for is deleted: whoever reserved then has long come, or not. */
export function stocksErasedBefore(at: Date): string {
  return new Date(at.getTime() - STOCK_DAYS * DAY).toISOString().slice(0, 10);
}

function monthsBefore(at: Date, months: number): Date {
  const until = new Date(at);
  until.setUTCMonth(until.getUTCMonth() - months);
  return until;
}

/** Challenges of passkeys that were answered at this moment or before are erased: none lives for an hour. */
export function challengesErasedUntil(at: Date): Date {
  return new Date(at.getTime() - HOUR);
}

/** Failed logins counted since this moment or before say nothing any more, and are erased. */
export function failuresErasedUntil(at: Date): Date {
  return new Date(at.getTime() - FAILURE_HOURS * HOUR);
}

/** What the log of changes said at this moment or before is erased. */
export function changesErasedUntil(at: Date): Date {
  return new Date(at.getTime() - CHANGES_HOURS * HOUR);
}

/** Answers of this moment or before are given to nobody again, and are erased. */
export function keysErasedUntil(at: Date): Date {
  return new Date(at.getTime() - KEY_HOURS * HOUR);
}
