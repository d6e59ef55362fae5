import type { FastifyInstance } from 'fastify';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import { openStateOf } from '../../book/open-state-of.ts';
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
}
