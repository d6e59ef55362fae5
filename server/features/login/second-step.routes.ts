import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { normalizeEmail } from '#domain/audience/email.ts';
import type { VerifyAgain } from '#domain/factors/second-factor.ts';
import { HttpError } from '../../http/http-error.ts';
import { networkOf } from '../../http/network.ts';
import { route } from '../../http/route.ts';
import { markVerified } from '../../http/session.queries.ts';
import type { Session } from '../../http/session.ts';
import { readXsrfToken } from '../../http/xsrf.ts';
import { findAccount } from '../accounts/accounts.queries.ts';
import { settleAttempt, startAttempt, tooMany } from '../accounts/attempts.ts';
import { findDevice, rememberDevice } from '../accounts/known-devices.ts';
import type { ChallengeSubject } from '../factors/challenges.ts';
import { findMail } from '../factors/factors.queries.ts';
import { findNamedPasskey, offerPasskeys, verifyPasskey } from '../factors/passkeys.ts';
import {
  countStep,
  type FactorParts,
  offerSecondFactors,
  type ProvedBy,
  verifySecondFactor,
  wrongProof,
} from '../factors/verify-second-factor.ts';
import { originOf, originWithoutUser } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { journalLogin } from './journal-login.ts';
import { toMe } from './to-me.ts';

export function registerSecondStep(app: FastifyInstance, parts: FactorParts): void {
  const { db, secret, now } = parts;

  route(app, 'POST /api/login/second', async (request, reply) => {
    const login = await app.sessions.findPending(request);
    if (!login) {
      throw new HttpError(401, 'no_login', 'Cette connexion a expiré. Recommencez-la.');
    }
    const subject: ChallengeSubject = { purpose: 'second', by: login.tokenHash.toString('hex') };
    const { body } = request;
    if ('ask' in body) return offerSecondFactors(parts, login.id, subject);
    const attempt = await countStep(request, reply, parts, login.mail);
    const network = networkOf(request.ip);
    const provedBy = await settleAttempt(
      attempt,
      verifySecondFactor(parts, { proof: body, userId: login.id, subject, network }),
    );
    const from = { ...originWithoutUser(secret, request), userId: login.id };
    await writeFactorUse(parts, { from, provedBy, subjectUserId: login.id });
    if (!provedBy) throw wrongProof();
    const opened = await app.sessions.openAfter(request, reply, login, (trx, session) =>
      journalLogin(trx, request, { secret, account: login, at: now(), opened: session }),
    );
    if (!opened) throw wrongProof();
    await attempt.succeed();
    rememberDevice(secret, request, reply, { account: login, at: now() });
    return meOf(login.mail);
  });

  route(app, 'GET /api/login/passkey', async (request) => ({
    options: await offerPasskeys(parts, { subject: challengeSubject(request), userId: null, at: now() }),
  }));

  route(app, 'POST /api/login/passkey', async (request, reply) => {
    const answer = request.body.passkey;
    const passkey = await findNamedPasskey(db, answer);
    const mail = passkey && (await findMail(db, passkey.userId));
    const attempt = await countStep(request, reply, parts, mail ?? `passkey ${answer.id}`);
    const isRight =
      passkey &&
      (await settleAttempt(
        attempt,
        verifyPasskey(parts, { subject: challengeSubject(request), passkey, answer, at: now() }),
      ));
    const from = { ...originWithoutUser(secret, request), userId: passkey?.userId ?? null };
    await writeFactorUse(parts, {
      from,
      provedBy: isRight ? 'passkey' : null,
      subjectUserId: passkey?.userId ?? null,
    });
    const account = isRight && mail ? await findAccount(db, mail) : null;
    if (!passkey || !account) throw wrongProof();
    const { id, passwordHash } = account;
    const opener = { id, passwordHash, proof: { passkeyId: passkey.id } };
    const opened = await app.sessions.open(request, reply, opener, (trx, session) =>
      journalLogin(trx, request, { secret, account, at: now(), opened: session }),
    );
    if (!opened) throw wrongProof();
    await attempt.succeed();
    rememberDevice(secret, request, reply, { account, at: now() });
    return toMe(account, account.companyId);
  });

  route(app, 'GET /api/login/again', ({ session }) =>
    offerSecondFactors(parts, session.user.id, againOf(session)),
  );

  route(app, 'POST /api/login/again', async (request, reply) => {
    const { session, body } = request;
    const provedBy = await proveAgain(request, reply, session, body);
    await writeSecurityEvent(db, {
      kind: 'identity_confirmed',
      outcome: provedBy ? 'success' : 'failure',
      at: now(),
      from: originOf(secret, request),
      subjectUserId: session.user.id,
      details: { by: provedBy ?? nameOf(body) },
    });
    if (!provedBy) {
      const isPassword = 'password' in body;
      throw isPassword
        ? new HttpError(401, 'wrong_password', 'Ce mot de passe n’est pas le bon.')
        : wrongProof();
    }
    await markVerified(db, session.id, now());
    return {};
  });

  /** Counted like a login, so that a stolen session guesses no more than a stranger. */
  async function proveAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    proof: VerifyAgain,
  ): Promise<ProvedBy | 'password' | null> {
    const { user } = session;
    if (!('password' in proof)) {
      const attempt = await countStep(request, reply, parts, user.mail);
      const step = {
        proof,
        userId: user.id,
        subject: againOf(session),
        network: networkOf(request.ip),
      };
      const provedBy = await settleAttempt(attempt, verifySecondFactor(parts, step));
      if (provedBy) await attempt.succeed();
      return provedBy;
    }
    if (session.hasFactor) {
      const sentence = 'Votre compte a une double authentification. Utilisez-la pour continuer.';
      throw new HttpError(403, 'factor_needed', sentence);
    }
    const [mail, at] = [normalizeEmail(user.mail), now()];
    const account = await findAccount(db, mail);
    const device = findDevice(secret, request, { account, at });
    const attempt = await startAttempt(db, { secret, account: mail, address: request.ip, device, at });
    if (attempt.waitSeconds !== null) {
      throw tooMany(reply, attempt.waitSeconds, 'too_many_logins', 'tentatives');
    }
    const isRight = await settleAttempt(
      attempt,
      parts.passwords.verify(account?.passwordHash ?? null, proof.password, networkOf(request.ip)),
    );
    if (!isRight) return null;
    await attempt.succeed();
    return 'password';
  }

  async function meOf(mail: string) {
    const account = await findAccount(db, mail);
    if (!account) throw wrongProof();
    return toMe(account, account.companyId);
  }
}

function againOf({ id }: Session): ChallengeSubject {
  return { purpose: 'again', by: String(id) };
}

/** Subject of a challenge. A login by passkey alone has no session and is bound to its XSRF token. */
function challengeSubject(request: FastifyRequest): ChallengeSubject {
  return { purpose: 'login', by: readXsrfToken(request) ?? '' };
}

function nameOf(proof: VerifyAgain): string {
  if ('password' in proof) return 'password';
  return 'passkey' in proof ? 'passkey' : 'code';
}

async function writeFactorUse(
  { db, now }: FactorParts,
  {
    from,
    provedBy,
    subjectUserId,
  }: {
    from: ReturnType<typeof originOf>;
    provedBy: ProvedBy | null;
    subjectUserId: number | null;
  },
): Promise<void> {
  await writeSecurityEvent(db, {
    kind: provedBy === 'recovery_code' ? 'recovery_code_used' : 'factor_used',
    outcome: provedBy ? 'success' : 'failure',
    at: now(),
    from,
    subjectUserId,
    details: provedBy ? { by: provedBy } : {},
  });
}
