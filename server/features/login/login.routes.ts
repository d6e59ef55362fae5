import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { normalizeEmail } from '#domain/audience/email.ts';
import { forgottenPasswordDraft, INVALID_CREDENTIALS, type LoginRequest } from '#domain/login/login.ts';
import { passwordBreach } from '#domain/passwords/password.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { takesReservations } from '../../db/takes-reservations.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { HttpError } from '../../http/http-error.ts';
import { networkOf } from '../../http/network.ts';
import { countRows, route } from '../../http/route.ts';
import { rowIdOf } from '../../http/row-token.ts';
import { aliveAt } from '../../http/session.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { type Account, findAccount } from '../accounts/accounts.queries.ts';
import {
  type Attempt,
  countForgotten,
  resetKeys,
  settleAttempt,
  startAttempt,
  tooMany,
} from '../accounts/attempts.ts';
import { findDevice, rememberDevice } from '../accounts/known-devices.ts';
import { PASSWORD_BREACHES } from '../accounts/password-breaches.ts';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { hasFactor } from '../factors/factors.queries.ts';
import { findLink } from '../passwords/password-links.queries.ts';
import { isTokenOf, isWorking, type KnownLink } from '../passwords/password-links.ts';
import { setPassword } from '../passwords/set-password.ts';
import { hashAccount, originOf, originWithoutUser } from '../security-events/origin.ts';
import type { SecurityTally } from '../security-events/tally.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { journalFailedLogin, journalFirstStep, journalLogin, type LoginReason } from './journal-login.ts';
import { listOpenSessions, listScopes } from './login.queries.ts';
import { toMe } from './to-me.ts';

type Parts = { db: Db; secret: string; config: Config; passwords: PasswordHasher; now: () => Date };

export function registerIam(app: FastifyInstance, parts: Parts): void {
  const { db, secret, now } = parts;
  const tally = app.securityTally;

  route(app, 'POST /api/login', async (request, reply) => {
    const { account, attempt } = await checkCredentials(request, reply, { ...parts, tally });
    const owesFactor = await hasFactor(db, account.id);
    // the password may have changed during its check
    const opened = owesFactor
      ? await app.sessions.openPending(request, reply, account, (trx, former) =>
          journalFirstStep(trx, request, { secret, userId: account.id, at: now(), former }),
        )
      : await app.sessions.open(request, reply, account, (trx, opened) =>
          journalLogin(trx, request, { secret, account, at: now(), opened }),
        );
    if (!opened) {
      const reason = 'changed_meanwhile';
      journalFailedLogin(tally, request, { secret, account: account.id, at: now(), reason });
      throw wrongCredentials();
    }
    await attempt.succeed();
    if (owesFactor) return { next: 'second_factor' as const };
    rememberDevice(secret, request, reply, { account, at: now() });
    return toMe(account, account.companyId);
  });

  route(app, 'GET /api/logout', async (request, reply) => {
    if (!isIntended(request)) return reply.send();
    // clears what was seen, and leaves drafts and known devices
    reply.header('clear-site-data', '"cache"');
    const ended = await app.sessions.close(request, reply);
    if (ended) {
      const from = { ...originOf(secret, request), userId: ended.userId, sessionId: ended.id };
      await writeSecurityEvent(db, { kind: 'logout', at: now(), from, subjectUserId: ended.userId });
    }
    return reply.send();
  });

  route(app, 'GET /api/me', async ({ session: { user, company, scopes } }) => ({
    ...toMe({ ...user, scopes }, company?.id ?? null),
    ...(company && (await takesReservations(db, company.id)) && { takes_reservations: true as const }),
  }));

  route(app, 'POST /api/iam/users/password-link', async (request) => {
    const { id, userId } = await findWorkingLink(request.body.token, parts);
    await writeSecurityEvent(db, {
      kind: 'link_used',
      at: now(),
      from: originOf(secret, request),
      subjectUserId: userId,
      details: { link: id },
    });
    return {};
  });

  route(app, 'POST /api/iam/users/new-password', async (request, reply) => {
    const { body } = request;
    const link = await findWorkingLink(body.token, parts);
    const { mail, name, surname } = link.user;
    const breach = passwordBreach(body.password, [mail, name, surname]);
    if (breach) throw new HttpError(400, 'weak_password', PASSWORD_BREACHES[breach]);
    const passwordHash = await parts.passwords.hash(body.password, networkOf(request.ip));
    const { id: linkId, userId } = link;
    const from = { ...originWithoutUser(secret, request), userId };
    const failures = resetKeys({ secret, account: normalizeEmail(mail), address: request.ip });
    const at = now();
    if (!(await setPassword(db, { linkId, userId, passwordHash, at, from, failures }))) throw linkGone();
    rememberDevice(secret, request, reply, { account: { id: userId, passwordHash }, at });
    return {};
  });

  route(app, 'GET /api/iam/sessions', async ({ session, query }, reply) => {
    const { sessions, total } = await listOpenSessions(db, aliveAt(now()), query.page ?? 1);
    countRows(reply, total);
    return sessions.map(({ id, user_id, mail, name, surname, created_at, last_used_at }) => ({
      id,
      user: { id: user_id, mail, name, surname },
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      is_current: id === session.id,
    }));
  });

  route(app, 'GET /api/iam/scopes', () => listScopes(db));

  route(app, 'POST /api/iam/users/forgotten-password', async (request, reply) => {
    const recipient = normalizeEmail(checkDraft(forgottenPasswordDraft, request.body).username);
    const at = now();
    const tried = { secret, account: recipient, address: request.ip, at };
    const { waitSeconds, isSent } = await countForgotten(db, tried);
    if (waitSeconds !== null) throw tooMany(reply, waitSeconds, 'too_many_mails', 'demandes');
    // the account is looked up when the letter is sent, so that known and unknown addresses cost and say
    // the same
    if (isSent) await enqueueMail(db, { kind: 'password', recipient, params: {}, at });
    const account = await findAccount(db, recipient);
    await writeSecurityEvent(db, {
      kind: 'password_asked',
      at,
      from: originWithoutUser(secret, request),
      subjectUserId: account?.id ?? null,
      account: account ? null : hashAccount(secret, recipient),
    });
    return {};
  });
}

/** Account of the credentials. Every failure is one HttpError after equal work (contract 3). */
async function checkCredentials(
  request: FastifyRequest & { body: LoginRequest },
  reply: FastifyReply,
  { db, secret, passwords, now, tally }: Parts & { tally: SecurityTally },
): Promise<{ account: Account; attempt: Attempt }> {
  const mail = normalizeEmail(request.body.username);
  const at = now();
  const account = await findAccount(db, mail);
  const device = findDevice(secret, request, { account, at });
  const attempt = await startAttempt(db, { secret, account: mail, address: request.ip, device, at });
  if (attempt.waitSeconds !== null) {
    journalFailedLogin(tally, request, { secret, account: account?.id ?? mail, at, reason: 'too_many' });
    throw tooMany(reply, attempt.waitSeconds, 'too_many_logins', 'tentatives de connexion');
  }
  const isRight = await settleAttempt(
    attempt,
    passwords.verify(account?.passwordHash ?? null, request.body.password, networkOf(request.ip)),
  );
  if (!account || account.isSuspended || !isRight) {
    const reason = reasonOf(account);
    journalFailedLogin(tally, request, { secret, account: account?.id ?? mail, at: now(), reason });
    throw wrongCredentials();
  }
  return { account, attempt };
}

/** false for requests of other sites and for prefetching, which must not end a session. */
function isIntended({ method, headers }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site'];
  const isOwn = from === undefined || from === 'same-origin' || from === 'none';
  return method === 'GET' && isOwn && headers['sec-purpose'] === undefined;
}

function reasonOf(account: Account | null): LoginReason {
  if (!account) return 'unknown';
  if (account.isSuspended) return 'suspended';
  return account.passwordHash === null ? 'awaiting_password' : 'wrong_password';
}

/** spec 8, to the letter. */
function wrongCredentials(): HttpError {
  return new HttpError(401, 'wrong_credentials', INVALID_CREDENTIALS);
}

async function findWorkingLink(token: string, { db, secret, now }: Parts): Promise<KnownLink> {
  const id = rowIdOf(token);
  const link = id === null ? null : await findLink(db, id);
  if (!link || !isTokenOf(secret, token, link)) throw linkGone();
  if (!isWorking(link, now())) throw linkGone();
  return link;
}

function linkGone(): HttpError {
  const sentence =
    'Ce lien n’est plus valable. Il a déjà servi, a été remplacé ou a plus de 7 jours. Demandez-en un nouveau par «\u00a0Mot de passe oublié\u00a0», ou à votre administrateur.';
  return new HttpError(410, 'link_gone', sentence);
}
