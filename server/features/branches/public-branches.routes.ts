import type { FastifyInstance } from 'fastify';
import { MAX_CITIES } from '#domain/branches/branch.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import { openStateOf } from '../../book/open-state-of.ts';
import type { BookCompany } from '../../book/rate-book.ts';
import type { Config } from '../../config.ts';
import { createPublicLimit, refuseOneTooMany } from '../../http/limits.ts';
import { route } from '../../http/route.ts';
import type { PublicCompany } from './branches.queries.ts';

type Parts = {
  book: FollowedBook;
  /** undefined: not compared. */
  findShown: (companyId: number) => Promise<PublicCompany | undefined>;
  config: Config;
  now: () => Date;
};

export function registerPublicBranches(app: FastifyInstance, { book, findShown, config, now }: Parts): void {
  const limit = createPublicLimit(config.rateLimit, now);

  route(app, 'GET /api/public/branches', async (request, reply) => {
    refuseOneTooMany(limit, request, reply);
    const { company: site = '' } = request.query;
    const known = bookOf(book);
    const found = known.companyBySite(site);
    if (!found) return { company: null, branches: [] };
    const shown = await findShown(found.id);
    if (!shown) return { company: null, branches: [] };
    const { company, branches } = shown;
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

  // from memory, because every comparison without a place requests it
  route(app, 'POST /api/public/branches/cities', ({ body: { companies } }) => {
    const known = bookOf(book);
    return companies.map((site) => ({ site, ...citiesOf(known.companyBySite(site)) }));
  });
}

const byName = new Intl.Collator('fr').compare;

type Cities = { readonly cities: string[]; readonly total: number };

/** A changed company is another object. */
const knownCities = new WeakMap<BookCompany, Cities>();

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
