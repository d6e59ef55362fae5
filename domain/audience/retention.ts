const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Years until a lead's e-mail is erased. The lead itself stays as a count. */
const LEAD_YEARS = 3;
/** Days until an unconfirmed subscription and its link expire. */
const CONFIRMATION_DAYS = 30;
/** Days after a mail is finished. */
const MAIL_DAYS = 30;

const STAFF_MONTHS = 12;
const JOURNAL_MONTHS = 12;
/** Months of rank counts, enough to compare a month with the year before. */
const SHOWN_MONTHS = 13;
/** Days after the stock's own day. */
const STOCK_DAYS = 30;
/** Longest window of failed logins. */
const FAILURE_HOURS = 24;
/** Hours for which an absent instance can catch up. */
const CHANGES_HOURS = 24;
/** Hours for which a client may ask what became of a write. */
const OUTCOME_HOURS = 1;
/** Hours for which a repeated idempotency key gets its stored answer. */
const KEY_HOURS = 24;

export function leadsErasedUntil(at: Date): Date {
  const until = new Date(at);
  until.setUTCFullYear(until.getUTCFullYear() - LEAD_YEARS);
  return until;
}

export function unconfirmedErasedUntil(at: Date): Date {
  return new Date(at.getTime() - CONFIRMATION_DAYS * DAY);
}

export function confirmationEnds(subscribedAt: Date): Date {
  return new Date(subscribedAt.getTime() + CONFIRMATION_DAYS * DAY);
}

export function mailsErasedUntil(at: Date): Date {
  return new Date(at.getTime() - MAIL_DAYS * DAY);
}

/** Users suspended by then become a pseudonym. */
export function staffErasedUntil(at: Date): Date {
  return monthsBefore(at, STAFF_MONTHS);
}

export function securityEventsErasedUntil(at: Date): Date {
  return monthsBefore(at, JOURNAL_MONTHS);
}

export function shownErasedUntil(at: Date): Date {
  return monthsBefore(at, SHOWN_MONTHS);
}

export function stocksErasedBefore(at: Date): string {
  return new Date(at.getTime() - STOCK_DAYS * DAY).toISOString().slice(0, 10);
}

function monthsBefore(at: Date, months: number): Date {
  const until = new Date(at);
  until.setUTCMonth(until.getUTCMonth() - months);
  return until;
}

/** Passkey challenges live for less than an hour. */
export function challengesErasedUntil(at: Date): Date {
  return new Date(at.getTime() - HOUR);
}

export function failuresErasedUntil(at: Date): Date {
  return new Date(at.getTime() - FAILURE_HOURS * HOUR);
}

export function changesErasedUntil(at: Date): Date {
  return new Date(at.getTime() - CHANGES_HOURS * HOUR);
}

export function keysErasedUntil(at: Date): Date {
  return new Date(at.getTime() - KEY_HOURS * HOUR);
}

export function outcomesErasedUntil(at: Date): Date {
  return new Date(at.getTime() - OUTCOME_HOURS * HOUR);
}
