import { type Static, Type } from 'typebox';
import { MAX_EMAIL } from './email.ts';

/**
 * One traveller sent on to a bureau; `site` is that of a listed company, `email` may be empty. Who sends one agrees to
 * LEAD_CONSENT, unless `consent` is false, as a page of an older version says it: then the address is not kept.
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
/** How many confirmation mails one address gets, so that nobody is flooded by somebody else. In milliseconds. */
export const CONFIRMATION_MAILS = { oneIn: HOUR, most: 5, mostIn: 30 * 24 * HOUR };

/** The link of a newsletter mail: whoever holds it received that mail. */
export const NewsletterLink = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });
export type NewsletterLink = Static<typeof NewsletterLink>;

/** `was_done`: it was so already, and nothing changed. */
export const NewsletterAnswer = Type.Object({ was_done: Type.Boolean() });
export type NewsletterAnswer = Static<typeof NewsletterAnswer>;
