import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { bookOf, type FollowedBook } from '../../rate-book/follow.ts';
import { compare } from './compare.ts';
import { sendOffers } from './send-offers.ts';

export function registerOffers(app: FastifyInstance, book: FollowedBook, countComparison: () => void): void {
  route(app, 'POST /api/public/offers', (request, reply) => {
    const json = compare(request.body, bookOf(book));
    countComparison();
    const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
    // Fastify would look for a serializer and measure the text again
    reply.hijack();
    sendOffers(reply.raw, reply.statusCode, headers, json);
    return reply;
  });
}
