import type { FastifyInstance } from 'fastify';
import { sinceOf } from '#domain/rates/freshness.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { Config } from '../../config.ts';
import { route } from '../../http/route.ts';
import { readBranchFilter } from './branch-filter.ts';
import { compare } from './compare.ts';
import { readComparison } from './read-comparison.ts';

export function registerOffers(
  app: FastifyInstance,
  { book: followed, config, now }: { book: FollowedBook; config: Config; now: () => Date },
  countComparison: (comparison: { code: string; offerIsBase: boolean; shown: number[] | null }) => void,
): void {
  route(app, 'POST /api/public/offers', ({ body }) => {
    const book = bookOf(followed);
    const [comparison, at] = [readComparison(body, book), now()];
    const branches = readBranchFilter(body, { offerIsBase: comparison.offerIsBase, now: at.getTime() });
    const shown: number[] | null = branches && [];
    const answer = compare(comparison, book, sinceOf(config, at), branches, at.getTime(), shown ?? undefined);
    countComparison({ code: comparison.currency.code, offerIsBase: comparison.offerIsBase, shown });
    return answer;
  });
}
