import { type Static, Type } from 'typebox';
import { MAX_EMAIL } from './email.ts';

export const SubscriptionRequest = Type.Object({
  email: Type.String({ maxLength: MAX_EMAIL }),
  type: Type.Literal('newsletter'),
});
export type SubscriptionRequest = Static<typeof SubscriptionRequest>;
