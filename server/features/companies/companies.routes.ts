import type { FastifyInstance } from 'fastify';
import type { Company } from '#domain/companies/company.ts';
import { mayAdminister } from '#domain/iam/grants.ts';
import { listedStatus } from '#domain/iam/user-status.ts';
import { actOf } from '../../act.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { route } from '../../http/route.ts';
import { ensureLinks } from '../iam/password-links.queries.ts';
import { linkAddress, type PasswordLink } from '../iam/password-links.ts';
import { addCompany } from './add-company.ts';
import { listCompanies, listCompanyUsers } from './companies.queries.ts';
import { editCompany } from './edit-company.ts';
import { suspendCompany } from './suspend-company.ts';

export function registerCompanies(
  app: FastifyInstance,
  { db, secret, config, now }: { db: Db; secret: string; config: Config; now: () => Date },
): void {
  route(app, 'GET /api/companies', async ({ session }) => {
    const [companies, users, links] = await Promise.all([
      listCompanies(db),
      listCompanyUsers(db),
      ensureLinks(db, now()),
    ]);
    const byCompany = Map.groupBy(users, (user) => user.company_id);
    const addressOf = (link: PasswordLink) => linkAddress(config, secret, link);
    return companies.map((company) => ({
      ...company,
      users: (byCompany.get(company.id) ?? []).map((user) =>
        toListed(
          user,
          mayAdminister(session.scopes, user.scopes) ? links.get(user.id) : undefined,
          addressOf,
        ),
      ),
    }));
  });

  route(app, 'POST /api/companies/add', async ({ session, body }) => {
    const added = await addCompany(db, body, actOf(session, now()));
    return { ...added, is_suspended: false, users: [] };
  });

  route(app, 'POST /api/companies/edit', async ({ session, body }) => {
    await editCompany(db, body, actOf(session, now()));
    return {};
  });

  route(app, 'POST /api/companies/suspend', async ({ session, body }) => {
    await suspendCompany(db, body, actOf(session, now()));
    return {};
  });
}

type CompanyUser = Awaited<ReturnType<typeof listCompanyUsers>>[number];

/** A link opens the account: it is for who may give what the account holds, and for nobody else. */
function toListed(
  { id, mail, phone, name, surname, status, suspended_at }: CompanyUser,
  link: PasswordLink | undefined,
  addressOf: (link: PasswordLink) => string,
): Company['users'][number] {
  return {
    id,
    mail,
    phone,
    name,
    surname,
    status: listedStatus(status, suspended_at !== null),
    password_link: link && status === 'awaiting_password' ? addressOf(link) : null,
  };
}
