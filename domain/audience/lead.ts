import { type Static, Type } from 'typebox';
import { MAX_EMAIL } from './email.ts';

/** One traveller sent on to a bureau; `site` is that of a listed company, `email` may be empty. */
export const LeadRequest = Type.Object({
  email: Type.String({ maxLength: MAX_EMAIL }),
  site: Type.String({ maxLength: 2048 }),
});
export type LeadRequest = Static<typeof LeadRequest>;
