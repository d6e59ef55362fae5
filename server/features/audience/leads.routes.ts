import type { FastifyInstance } from 'fastify';
import { LEAD_CONSENT } from '#domain/audience/consent.ts';
import { INVALID_EMAIL, readEmail } from '#domain/audience/email.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { createSiteResolver } from '../../http/company-site.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { insertLead } from './leads.queries.ts';

export function registerLeads(
  app: FastifyInstance,
  { db, book, config, now }: { db: Db; book: FollowedBook; config: Config; now: () => Date },
): void {
  const reachedAt = createSiteResolver(config);
  route(app, 'POST /api/public/leads', async ({ body }) => {
    const company = bookOf(book).companyBySite(reachedAt(body.site));
    if (!company) {
      throw new HttpError(400, 'unknown_site', 'Ce site n’est celui d’aucun bureau de change référencé.');
    }
    const email = body.email.trim() === '' ? '' : readEmail(body.email);
    if (email === null) {
      throw new HttpError(400, INVALID_EMAIL.code, INVALID_EMAIL.message);
    }
    // no address is stored without consent
    const agreed = body.consent === false ? '' : email;
    const consent = agreed === '' ? null : LEAD_CONSENT;
    await insertLead(db, { at: now(), companyId: company.id, email: agreed, consent });
    return {};
  });
}
