import type { FastifyInstance } from 'fastify';
import { LOGO_SHAPE } from '#domain/companies/logo.ts';
import type { Db } from '../../db/open.ts';
import { actOf } from '../../http/actor.ts';
import { route } from '../../http/route.ts';
import { makePicture } from '../../pictures/make-picture.ts';
import { setLogo } from './set-logo.ts';

export function registerLogos(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(app, 'POST /api/companies/logo', async ({ session, query: { id }, body }) => {
    const png = await makePicture(body, LOGO_SHAPE, { sender: session.user.id });
    return setLogo(db, { id, png }, actOf(session, now()));
  });
}
