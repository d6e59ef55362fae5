import type { FastifyInstance } from 'fastify';
import { normaliseCode, passkeyNameDraft } from '#domain/factors/second-factor.ts';
import { actOf, requireVerified } from '../../http/actor.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { mustHaveFactor, type Session } from '../../http/session.ts';
import type { ChallengeSubject } from './challenges.ts';
import { addFactor, ownerOf, removeFactor, renewRecoveryCodes } from './change-factors.ts';
import { countRecoveryCodes, findTotp, listPasskeys } from './factors.queries.ts';
import { acceptPasskey, offerNewPasskey } from './passkeys.ts';
import { acceptTotp, offerTotp } from './totp.ts';
import type { FactorParts } from './verify-second-factor.ts';

export function registerFactors(app: FastifyInstance, parts: FactorParts): void {
  const { db, secret, config, now } = parts;

  route(app, 'GET /api/iam/factors', async ({ session }) => {
    const userId = session.user.id;
    const [passkeys, totp] = [await listPasskeys(db, userId), await findTotp(db, userId)];
    return {
      is_required: mustHaveFactor(session, { factorMayWait: false }),
      may_wait: !mustHaveFactor(session, config),
      passkeys: passkeys.map(({ id, name, ...passkey }) => ({ id, name, ...toFactor(passkey) })),
      totp: totp && toFactor(totp),
      recovery_codes: await countRecoveryCodes(db, userId),
    };
  });

  route(app, 'GET /api/iam/factors/passkey', async ({ session }) => {
    const { id, mail, name, surname } = session.user;
    const user = { id, mail, fullName: `${name} ${surname}`.trim() };
    return { options: await offerNewPasskey(parts, { subject: addingBy(session), user, at: now() }) };
  });

  route(app, 'POST /api/iam/factors/passkey', async (request) => {
    const { session, body } = request;
    requireVerified(actOf(session, now()).by);
    const { name } = checkDraft(passkeyNameDraft, { name: body.name });
    const made = await acceptPasskey(parts, { subject: addingBy(session), made: body.passkey, at: now() });
    if (!made) {
      const sentence = 'Cette clé d’accès n’a pas pu être vérifiée. Recommencez.';
      throw new HttpError(400, 'wrong_passkey', sentence);
    }
    const factor = { kind: 'passkey' as const, name: name.trim(), made };
    return { recovery_codes: await addFactor(parts, ownerOf(secret, request, now()), factor) };
  });

  route(app, 'GET /api/iam/factors/totp', ({ session: { user } }) =>
    offerTotp(secret, { userId: user.id, mail: user.mail, at: now() }),
  );

  route(app, 'POST /api/iam/factors/totp', async (request) => {
    const { session, body } = request;
    requireVerified(actOf(session, now()).by);
    const { sealed } = body;
    const userId = session.user.id;
    const accepted = acceptTotp(secret, { userId, sealed, code: normaliseCode(body.code), at: now() });
    if (accepted === 'too_late') {
      const sentence = 'Cette clé a expiré. Recommencez avec une nouvelle.';
      throw new HttpError(400, 'offer_over', sentence);
    }
    if (accepted === 'wrong_code') {
      const sentence = 'Ce code n’est pas le bon. Saisissez celui que l’application affiche maintenant.';
      throw new HttpError(400, 'wrong_code', sentence);
    }
    const factor = { kind: 'totp' as const, ...accepted };
    return { recovery_codes: await addFactor(parts, ownerOf(secret, request, now()), factor) };
  });

  route(app, 'POST /api/iam/factors/remove', async (request) => {
    const { session, body } = request;
    requireVerified(actOf(session, now()).by);
    const mustKeepOne = mustHaveFactor(session, config);
    await removeFactor(parts, ownerOf(secret, request, now()), { factor: body, mustKeepOne });
    return {};
  });

  route(app, 'POST /api/iam/factors/recovery-codes', async (request) => {
    requireVerified(actOf(request.session, now()).by);
    return { recovery_codes: await renewRecoveryCodes(parts, ownerOf(secret, request, now())) };
  });
}

function addingBy({ id }: Session): ChallengeSubject {
  return { purpose: 'add', by: String(id) };
}

function toFactor({ createdAt, lastUsedAt }: { createdAt: Date; lastUsedAt: Date | null }) {
  return { created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
}
