import { type Static, Type } from 'typebox';

/** The link of a newsletter mail: whoever holds it received that mail. */
export const NewsletterLink = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });
export type NewsletterLink = Static<typeof NewsletterLink>;

/** `was_done`: it was so already, and nothing changed. */
export const NewsletterAnswer = Type.Object({ was_done: Type.Boolean() });
export type NewsletterAnswer = Static<typeof NewsletterAnswer>;
