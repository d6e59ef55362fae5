import type { FastifyInstance } from 'fastify';
import { matchesFilter } from '#domain/companies/assess-company.ts';
import type { Company } from '#domain/companies/company.ts';
import { proposeCurrencies } from '#domain/companies/propose-currencies.ts';
import { listedStatus } from '#domain/users/user-status.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { actOf } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { countRows, route } from '../../http/route.ts';
import { holds, type Session } from '../../http/session.ts';
import { type LinkViewer, showLinks } from '../passwords/show-links.ts';
import { assessCompanies } from './assess-companies.ts';
import { selectCompany, selectCompanyPage, selectMatchingNames } from './companies.queries.ts';
import { selectCurrencyDemand } from './company-facts.queries.ts';
import { noSuchCompany } from './lock-company.ts';
import { requireFactor } from './require-factor.ts';
import { addCompany, editCompany } from './save-company.ts';
import { setFees } from './set-fees.ts';
import { suspendCompany } from './suspend-company.ts';

type Parts = { db: Db; book: FollowedBook; secret: string; config: Config; now: () => Date };

export function registerCompanies(app: FastifyInstance, parts: Parts): void {
  const { db, book, config, now } = parts;

  route(app, 'GET /api/companies', async (request, reply) => {
    const { filter } = request.query;
    const all = filter ? await assessCompanies(db, null, { config, at: now() }) : null;
    const ids =
      all && filter
        ? [...all].filter(([, company]) => matchesFilter(company, company, filter)).map(([id]) => id)
        : null;
    const { companies, total } = await selectCompanyPage(db, request.query, ids);
    countRows(reply, total);
    return withUsers(companies, request, parts, all);
  });

  route(app, 'GET /api/companies/names', ({ query: { q = '' } }) => selectMatchingNames(db, q));

  route(app, 'GET /api/companies/checklist', async ({ session, query }) => {
    const id = assessableCompany(session, query.company);
    const { steps } = (await assessCompanies(db, [id], { config, at: now() })).get(id) ?? {};
    if (!steps) throw noSuchCompany();
    if (!steps.some(({ step, is_done }) => step === 'sheet' && !is_done))
      return { steps: [...steps], currencies: [] };
    const base = bookOf(book).base?.code;
    const demand = await selectCurrencyDemand(db);
    return { steps: [...steps], currencies: proposeCurrencies(demand.filter(({ code }) => code !== base)) };
  });

  route(app, 'GET /api/companies/{id}', (request) =>
    listedCompany(Number(request.params.id), request, parts),
  );

  route(app, 'POST /api/companies/add', async (request) => {
    const { id } = await addCompany(db, request.body, actOf(request.session, now()));
    return listedCompany(id, request, parts);
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

// Throws an HttpError: 403 for another company without the right, 409 without a company.
function assessableCompany(session: Session, asked: number | undefined): number {
  const own = session.company?.id;
  if (asked !== undefined && asked !== own) {
    if (holds(session, 'sittings.list.all')) return asked;
    throw new HttpError(403, 'forbidden', 'Vos droits ne permettent pas cette action.');
  }
  if (own !== undefined) return own;
  throw new HttpError(409, 'no_company', 'Votre compte n’est rattaché à aucun bureau.');
}

async function listedCompany(id: number, request: LinkViewer, parts: Parts): Promise<Company> {
  const found = await selectCompany(parts.db, id);
  const [company] = await withUsers(found ? [found] : [], request, parts);
  if (!company) throw noSuchCompany();
  return company;
}

type Assessed = Awaited<ReturnType<typeof assessCompanies>>;
type ListedCompany = NonNullable<Awaited<ReturnType<typeof selectCompany>>>;

async function withUsers(
  companies: readonly ListedCompany[],
  request: LinkViewer,
  parts: Parts,
  known: Assessed | null = null,
): Promise<Company[]> {
  const ids = companies.map(({ id }) => id);
  const { db, config, now } = parts;
  const assessed = known ?? (await assessCompanies(db, ids, { config, at: now() }));
  const users = ids.flatMap((id) => assessed.get(id)?.users ?? []);
  const linkOf = await showLinks(
    parts,
    request,
    users.map((user) => ({ ...user, isSuspended: user.suspended_at !== null })),
  );
  return companies.map((company) => ({
    ...company,
    troubles: [...(assessed.get(company.id)?.troubles ?? [])],
    users: (assessed.get(company.id)?.users ?? []).map((user) => {
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
