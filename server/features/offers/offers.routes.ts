import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { bookOf, type FollowedBook } from '../../rate-book/follow.ts';
import { compare } from './compare.ts';
import { readComparison } from './read-comparison.ts';

/** What fast/ does not answer before the framework. */
export function registerOffers(
  app: FastifyInstance,
  followed: FollowedBook,
  countComparison: () => void,
): void {
  route(app, 'POST /api/public/offers', ({ body }) => {
    const book = bookOf(followed);
    const answer = compare(readComparison(body, book), book);
    countComparison();
    return answer;
  });
}
