import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listedStatus } from '#domain/iam/user-status.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { ensureLinks } from '../../password-links/password-links.queries.ts';
import { tokenOf, worksSince } from '../../password-links/password-links.ts';
import { route } from '../../route.ts';
import { listCompanies, listCompanyUsers } from './companies.queries.ts';

export function registerCompanies(
  app: FastifyInstance,
  { db, secret, config, now }: { db: Db; secret: string; config: Config; now: () => Date },
): void {
  route(app, 'GET /api/companies', async (request) => {
    const at = now();
    const [companies, users, links] = await Promise.all([
      listCompanies(db),
      listCompanyUsers(db),
      ensureLinks(db, { at, worksSince: worksSince(at) }),
    ]);
    const byCompany = Map.groupBy(users, (user) => user.company_id);
    return companies.map((company) => ({
      ...company,
      users: (byCompany.get(company.id) ?? []).map(({ id, mail, phone, name, surname, status }) => {
        const link = status === 'awaiting_password' ? links.get(id) : undefined;
        return {
          mail,
          phone,
          name,
          surname,
          status: listedStatus(status),
          password_link: link ? linkAddress(request, config, tokenOf(secret, link)) : null,
        };
      }),
    }));
  });
}

/** On this very host, whatever port or proxy the administrator came by. */
function linkAddress({ protocol, host }: FastifyRequest, { backofficeHost }: Config, token: string): string {
  const [, port] = /:(\d{1,5})$/.exec(host) ?? [];
  return `${protocol}://${backofficeHost}${port ? `:${port}` : ''}/#/password?token=${token}`;
}
