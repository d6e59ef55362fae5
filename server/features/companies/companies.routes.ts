import type { FastifyInstance } from 'fastify';
import type { Company } from '#domain/companies/company.ts';
import { mayAdminister } from '#domain/iam/grants.ts';
import { listedStatus } from '#domain/iam/user-status.ts';
import { actOf } from '../../act.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { countRows, route } from '../../http/route.ts';
import type { Session } from '../../http/session.ts';
import { ensureLinks } from '../iam/ensure-links.ts';
import { linkAddress } from '../iam/password-links.ts';
import { addCompany } from './add-company.ts';
import { findCompany, listCompanies, listCompanyNames, listCompanyUsers } from './companies.queries.ts';
import { editCompany } from './edit-company.ts';
import { noSuchCompany } from './lock-company.ts';
import { suspendCompany } from './suspend-company.ts';

type Parts = { db: Db; secret: string; config: Config; now: () => Date };

export function registerCompanies(app: FastifyInstance, parts: Parts): void {
  const { db, now } = parts;

  route(app, 'GET /api/companies', async ({ session, query }, reply) => {
    const { companies, total } = await listCompanies(db, query);
    countRows(reply, total);
    return withUsers(companies, session, parts);
  });

  route(app, 'GET /api/companies/names', ({ query: { q = '' } }) => listCompanyNames(db, q));

  route(app, 'GET /api/companies/{id}', async ({ session, params }) => {
    const found = await findCompany(db, Number(params.id));
    const [company] = await withUsers(found ? [found] : [], session, parts);
    if (!company) throw noSuchCompany();
    return company;
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

type ListedCompany = NonNullable<Awaited<ReturnType<typeof findCompany>>>;
type CompanyUser = Awaited<ReturnType<typeof listCompanyUsers>>[number];

/** With who works there, and the links that the caller may see. */
async function withUsers(
  companies: readonly ListedCompany[],
  { scopes }: Session,
  { db, secret, config, now }: Parts,
): Promise<Company[]> {
  const users = await listCompanyUsers(
    db,
    companies.map(({ id }) => id),
  );
  // a link opens the account: it is for who may give what the account holds, and for nobody else
  const mayOpen = ({ status, suspended_at, scopes: held }: CompanyUser) =>
    status === 'awaiting_password' && suspended_at === null && mayAdminister(scopes, held);
  const links = await ensureLinks(
    db,
    users.filter(mayOpen).map(({ id }) => id),
    now(),
  );
  const byCompany = Map.groupBy(users, (user) => user.company_id);
  return companies.map((company) => ({
    ...company,
    users: (byCompany.get(company.id) ?? []).map((user) => {
      const { id, mail, phone, name, surname, status, suspended_at } = user;
      const link = links.get(id);
      return {
        id,
        mail,
        phone,
        name,
        surname,
        status: listedStatus(status, suspended_at !== null),
        password_link: link ? linkAddress(config, secret, link) : null,
      };
    }),
  }));
}
