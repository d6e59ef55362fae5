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
