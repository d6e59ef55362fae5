import { type Static, Type } from 'typebox';
import { MAX_EMAIL } from './email.ts';

export const SubscriptionRequest = Type.Object({
  email: Type.String({ maxLength: MAX_EMAIL }),
  type: Type.Literal('newsletter'),
});
export type SubscriptionRequest = Static<typeof SubscriptionRequest>;

const HOUR = 60 * 60_000;
/** How many confirmation mails one address gets, so that nobody is flooded by somebody else. In milliseconds. */
export const CONFIRMATION_MAILS = { oneIn: HOUR, most: 5, mostIn: 30 * 24 * HOUR };
