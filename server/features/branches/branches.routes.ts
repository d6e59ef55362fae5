import type { FastifyInstance } from 'fastify';
import { MAX_CITIES } from '#domain/branches/branch.ts';
import { actOf } from '../../act.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { createPublicLimit, refuseOneTooMany } from '../../http/limits.ts';
import { countRows, route } from '../../http/route.ts';
import { holds, type Session } from '../../http/session.ts';
import { HttpError } from '../../http-error.ts';
import { bookOf, type FollowedBook } from '../../rate-book/follow.ts';
import { openStateOf } from '../../rate-book/open-state-of.ts';
import type { BookCompany } from '../../rate-book/rate-book.ts';
import { findBranch, listBranches, listShownBranches } from './branches.queries.ts';
import { importBranches } from './import-branches.ts';
import { closeBranch, type Keeper, noBranch, saveBranch } from './save-branch.ts';

type Parts = { db: Db; book: FollowedBook; config: Config; now: () => Date };

export function registerBranches(app: FastifyInstance, { db, book, config, now }: Parts): void {
  const limit = createPublicLimit(config.rateLimit, now);

  route(app, 'GET /api/public/branches', async (request, reply) => {
    refuseOneTooMany(limit, request, reply);
    const { company: site = '' } = request.query;
    const known = bookOf(book);
    const found = known.companyBySite(site);
    if (!found) return { company: null, branches: [] };
    const { company, branches } = await listShownBranches(db, found.id);
    const inBook = new Map(found.branches.map((branch) => [branch.id, branch]));
    const at = now().getTime();
    return {
      company: { ...company, site },
      branches: branches.map((branch) => ({
        ...branch,
        open: openStateOf(inBook.get(branch.id), known.openings, at),
      })),
    };
  });

  // from memory: it is asked for beside every comparison that is made without a place
  route(app, 'POST /api/public/branches/cities', ({ body: { companies } }) => {
    const known = bookOf(book);
    return companies.map((site) => ({ site, ...citiesOf(known.companyBySite(site)) }));
  });

  route(app, 'GET /api/branches', async ({ session, query: { company, page = 1, q = '' } }, reply) => {
    const { companyId } = keeperOf(session, 'branches.list.all');
    const { branches, total } = await listBranches(
      db,
      { companyId: companyId ?? company ?? null, page, q },
      now(),
    );
    countRows(reply, total);
    return branches;
  });

  route(app, 'GET /api/branches/{id}', async ({ session, params }) => {
    const { companyId } = keeperOf(session, 'branches.list.all');
    const branch = await findBranch(db, Number(params.id), companyId);
    if (!branch) throw noBranch();
    return branch;
  });

  route(app, 'POST /api/branches/save', ({ session, body }) =>
    saveBranch(db, keeperOf(session, 'branches.edit.all'), body, actOf(session, now())),
  );

  route(app, 'POST /api/branches/import', ({ session, body }) =>
    importBranches(db, keeperOf(session, 'branches.edit.all'), body, actOf(session, now())),
  );

  route(app, 'POST /api/branches/close', ({ session, body }) =>
    closeBranch(db, keeperOf(session, 'branches.edit.all'), body, actOf(session, now())),
  );
}

const byName = new Intl.Collator('fr').compare;

type Cities = { readonly cities: string[]; readonly total: number };

/** A bureau that changed is another object. */
const knownCities = new WeakMap<BookCompany, Cities>();

/** Where most of its branches are comes first. */
function citiesOf(company: BookCompany | undefined): Cities {
  if (!company) return { cities: [], total: 0 };
  const known = knownCities.get(company);
  if (known) return known;
  const counts = new Map<string, number>();
  for (const { city } of company.branches) if (city) counts.set(city, (counts.get(city) ?? 0) + 1);
  const cities = [...counts]
    .sort(([one, of], [other, than]) => than - of || byName(one, other))
    .map(([city]) => city);
  const made = { cities: cities.slice(0, MAX_CITIES), total: cities.length };
  knownCities.set(company, made);
  return made;
}

function keeperOf(session: Session, all: string): Keeper {
  if (holds(session, all)) return { companyId: null };
  if (session.company) return { companyId: session.company.id };
  throw new HttpError(409, 'no_company', 'Votre compte n’est rattaché à aucun bureau : il n’a pas d’agence.');
}
