import type { FastifyInstance } from 'fastify';
import type { BookingCounts } from '#domain/reservations/booking.ts';
import type { Config } from '../../config.ts';
import { createPublicLimit, refuseOneTooMany } from '../../http/limits.ts';
import { route } from '../../http/route.ts';

type Parts = { count: () => Promise<BookingCounts>; config: Config; now: () => Date };

export function registerBookingCounts(app: FastifyInstance, { count, config, now }: Parts): void {
  const limit = createPublicLimit(config.rateLimit, now);
  route(app, 'GET /api/public/bookings/bureaux', (request, reply) => {
    refuseOneTooMany(limit, request, reply);
    return count();
  });
}
