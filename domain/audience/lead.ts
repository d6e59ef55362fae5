import { type Static, Type } from 'typebox';
import { MAX_EMAIL } from './email.ts';

/**
 * One traveller sent on to a bureau; `site` is that of a listed company, `email` may be empty. `consent`: the
 * line of LEAD_CONSENT was ticked; without it the address is kept for nothing but the lead.
 */
export const LeadRequest = Type.Object({
  email: Type.String({ maxLength: MAX_EMAIL }),
  site: Type.String({ maxLength: 2048 }),
  consent: Type.Optional(Type.Boolean()),
});
export type LeadRequest = Static<typeof LeadRequest>;
