import type { FastifyInstance } from 'fastify';
import { isEmail } from '#domain/audience/email.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { Refusal } from '../../plugins/errors.ts';
import { publicPostLimit } from '../../plugins/limits.ts';
import { bookOf, type FollowedBook } from '../../rate-book/follow.ts';
import { route } from '../../route.ts';
import { insertLead } from './leads.queries.ts';

export function registerLeads(
  app: FastifyInstance,
  { db, book, config, now }: { db: Db; book: FollowedBook; config: Config; now: () => Date },
): void {
  route(
    app,
    'POST /api/public/leads',
    async ({ body }) => {
      const company = bookOf(book).companyBySite(body.site);
      if (!company) {
        throw new Refusal(400, 'unknown_site', 'Ce site n’est celui d’aucun bureau de change référencé.');
      }
      if (body.email !== '' && !isEmail(body.email)) {
        throw new Refusal(400, 'invalid_email', 'L’adresse e-mail n’est pas valide.');
      }
      await insertLead(db, { at: now(), companyId: company.id, email: body.email });
      return {};
    },
    { config: publicPostLimit(config) },
  );
}
