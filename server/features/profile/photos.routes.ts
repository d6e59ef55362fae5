import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { PHOTO_SHAPE } from '#domain/profile/photo.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { makePicture } from '../../pictures/make-picture.ts';
import { countPhoto, tooMany } from '../accounts/attempts.ts';
import { originOf } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { findOwnPhoto, lockPhoto, replacePhoto } from './photos.queries.ts';

type Parts = { db: Db; secret: string; now: () => Date };

/** Own photo, visible to its user alone (decision 017). */
export function registerPhotos(app: FastifyInstance, { db, secret, now }: Parts): void {
  route(app, 'POST /api/profile/photo', async (request, reply) => {
    const userId = request.session.user.id;
    const waitSeconds = await countPhoto(db, { secret, userId, at: now() });
    if (waitSeconds !== null) throw tooMany(reply, waitSeconds, 'too_many_photos', 'photos');
    const png = await makePicture(request.body, PHOTO_SHAPE, { sender: userId });
    const img = randomBytes(16).toString('hex');
    const at = now();
    await db.transaction().execute(async (trx) => {
      await lockPhoto(trx, userId);
      await replacePhoto(trx, userId, { img, png, at });
      const from = originOf(secret, request);
      await writeSecurityEvent(trx, { kind: 'photo_changed', at, from, subjectUserId: userId });
    });
    return { img };
  });

  route(app, 'POST /api/profile/photo/remove', async (request) => {
    const userId = request.session.user.id;
    await db.transaction().execute(async (trx) => {
      const img = await lockPhoto(trx, userId);
      if (img === '') return;
      if (img !== request.body.img) {
        throw new HttpError(409, 'other_photo', 'Votre photo a changé entre-temps. Rechargez la page.');
      }
      await replacePhoto(trx, userId, null);
      const from = originOf(secret, request);
      const details = { removed: true };
      await writeSecurityEvent(trx, {
        kind: 'photo_changed',
        at: now(),
        from,
        subjectUserId: userId,
        details,
      });
    });
    return {};
  });

  // names given above; any other is a file or missing
  app.get<{ Params: { img: string } }>(
    '/images/users/:img(^[0-9a-f]{32}).png',
    {
      constraints: { application: 'backoffice' },
      onRequest: (request) => app.sessions.admit(request, { needs: 'session', comesBeforeFactor: true }),
    },
    async ({ session, params: { img } }, reply) => {
      const png = session && (await findOwnPhoto(db, session.user.id, img));
      if (!png) throw new HttpError(404, 'not_found', 'Cette photo n’existe pas.');
      // cached by the user's own browser until logout, by nothing between
      return reply.header('cache-control', 'private, max-age=86400, immutable').type('image/png').send(png);
    },
  );
}
