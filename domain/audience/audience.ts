import { type Static, Type } from 'typebox';
import { MAX_EMAIL } from './email.ts';

/**
 * Traveller sent on to a company. `site`: a listed company's; `email` may be empty, and is dropped when
 * `consent` is false, as older pages send it.
 */
export const LeadRequest = Type.Object({
  email: Type.String({ maxLength: MAX_EMAIL }),
  site: Type.String({ maxLength: 2048 }),
  consent: Type.Optional(Type.Boolean()),
});
export type LeadRequest = Static<typeof LeadRequest>;

export const SubscriptionRequest = Type.Object({
  email: Type.String({ maxLength: MAX_EMAIL }),
  type: Type.Literal('newsletter'),
});
export type SubscriptionRequest = Static<typeof SubscriptionRequest>;

const HOUR = 60 * 60_000;
/** Milliseconds. Bound of confirmation mails to an address that others may type. */
export const CONFIRMATION_MAILS = { oneIn: HOUR, most: 5, mostIn: 30 * 24 * HOUR };

export const NewsletterLink = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });
export type NewsletterLink = Static<typeof NewsletterLink>;

/** `was_done`: nothing changed. */
export const NewsletterAnswer = Type.Object({ was_done: Type.Boolean() });
export type NewsletterAnswer = Static<typeof NewsletterAnswer>;
