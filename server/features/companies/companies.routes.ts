import type { FastifyInstance } from 'fastify';
import type { Company } from '#domain/companies/company.ts';
import { listedStatus } from '#domain/users/user-status.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { actOf } from '../../http/actor.ts';
import { countRows, route } from '../../http/route.ts';
import { type LinkViewer, showLinks } from '../passwords/show-links.ts';
import {
  selectCompany,
  selectCompanyPage,
  selectCompanyUsers,
  selectMatchingNames,
} from './companies.queries.ts';
import { noSuchCompany } from './lock-company.ts';
import { requireFactor } from './require-factor.ts';
import { addCompany, editCompany } from './save-company.ts';
import { setFees } from './set-fees.ts';
import { suspendCompany } from './suspend-company.ts';

type Parts = { db: Db; secret: string; config: Config; now: () => Date };

export function registerCompanies(app: FastifyInstance, parts: Parts): void {
  const { db, now } = parts;

  route(app, 'GET /api/companies', async (request, reply) => {
    const { companies, total } = await selectCompanyPage(db, request.query);
    countRows(reply, total);
    return withUsers(companies, request, parts);
  });

  route(app, 'GET /api/companies/names', ({ query: { q = '' } }) => selectMatchingNames(db, q));

  route(app, 'GET /api/companies/{id}', async (request) => {
    const found = await selectCompany(db, Number(request.params.id));
    const [company] = await withUsers(found ? [found] : [], request, parts);
    if (!company) throw noSuchCompany();
    return company;
  });

  route(app, 'POST /api/companies/add', async ({ session, body }) => {
    const added = await addCompany(db, body, actOf(session, now()));
    const untold = {
      authorisation: '',
      is_suspended: false,
      requires_second_factor: false,
      fees: '',
      charges_fees: false,
      is_admitted: false,
    };
    return { ...untold, ...added, users: [] };
  });

  route(app, 'POST /api/companies/edit', async ({ session, body }) => {
    await editCompany(db, body, actOf(session, now()));
    return {};
  });

  route(app, 'POST /api/companies/suspend', async ({ session, body }) => {
    await suspendCompany(db, body, actOf(session, now()));
    return {};
  });

  route(app, 'POST /api/companies/fees', async ({ session, body }) => {
    await setFees(db, body, actOf(session, now()));
    return {};
  });

  route(app, 'POST /api/companies/second-factor', async ({ session, body }) => {
    await requireFactor(db, body, actOf(session, now()));
    return {};
  });
}

type ListedCompany = NonNullable<Awaited<ReturnType<typeof selectCompany>>>;

async function withUsers(
  companies: readonly ListedCompany[],
  request: LinkViewer,
  parts: Parts,
): Promise<Company[]> {
  const users = await selectCompanyUsers(
    parts.db,
    companies.map(({ id }) => id),
  );
  const linkOf = await showLinks(
    parts,
    request,
    users.map((user) => ({ ...user, isSuspended: user.suspended_at !== null })),
  );
  const byCompany = Map.groupBy(users, (user) => user.company_id);
  return companies.map((company) => ({
    ...company,
    users: (byCompany.get(company.id) ?? []).map((user) => {
      const { id, mail, phone, name, surname, status, suspended_at } = user;
      return {
        id,
        mail,
        phone,
        name,
        surname,
        status: listedStatus(status, suspended_at !== null),
        ...linkOf(id),
      };
    }),
  }));
}
