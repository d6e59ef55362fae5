import type { FastifyInstance } from 'fastify';
import { INVALID_EMAIL, normalizeEmail, readEmail } from '#domain/audience/email.ts';
import { toTravellerRow } from '#domain/travellers/fields.ts';
import {
  codesExpiredBefore,
  codesUsedLongBefore,
  MAX_CODE_ATTEMPTS,
  type Traveller,
  travellerDraft,
} from '#domain/travellers/traveller.ts';
import type { Db } from '../../db/open.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { codesUnsent } from '../../process/counters.ts';
import { settleAttempt, tooMany } from '../accounts/attempts.ts';
import { formatWait } from '../accounts/counts.ts';
import { countCode, countCodeRequest, countGuess } from '../accounts/traveller-attempts.ts';
import { eraseTravellers } from '../privacy/erase-travellers.queries.ts';
import { insertErasure } from '../privacy/erasures.queries.ts';
import { exportTraveller } from '../privacy/export-traveller.queries.ts';
import type { PickupCodes } from '../reservations/pickup-codes.ts';
import { originWithoutUser } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { findMatchingCode } from './codes.ts';
import { issueWork, verifyWork } from './proof-of-work.ts';
import { issueTicket, readTicket } from './ticket.ts';
import {
  countGuessOf,
  deleteSession,
  findOrCreateTraveller,
  findTraveller,
  hasValidCode,
  insertCode,
  isAnyAdmitted,
  isTraveller,
  lockTraveller,
  lockValidCodes,
  markCodeUsed,
  updateTraveller,
} from './travellers.queries.ts';

type Parts = { db: Db; secret: string; codes: PickupCodes; now: () => Date };

/** Accounts without a password, opened by six mailed digits (decision 054). */
export function registerTravellers(app: FastifyInstance, parts: Parts): void {
  registerLogin(app, parts);
  registerAccount(app, parts);
  registerSessions(app, parts);
}

function registerLogin(app: FastifyInstance, { db, secret, now }: Parts): void {
  route(app, 'POST /api/traveller/code', async (request, reply) => {
    const { ip, body } = request;
    const email = requireEmail(body.email);
    if (!(await isAnyAdmitted(db))) {
      throw new HttpError(409, 'no_beta', 'Aucun bureau ne prend encore de réservation sur Parité.');
    }
    const at = now();
    const source = { secret, address: ip, at };
    const isProven = await verifyWork(db, secret, body.proof, at);
    const refusal = await countCodeRequest(db, { ...source, isProven });
    if (refusal?.reason === 'unproven') throw await proofDue(secret, refusal.waitSeconds, at);
    const ticketHash = issueTicket(request, reply);
    // known and unknown addresses answer alike
    const isWanted = !refusal || (await isTraveller(db, email));
    const isSent = isWanted && (await countCode(db, { ...source, email, isLaneFull: refusal !== null }));
    if (isSent) {
      await db.transaction().execute(async (trx) => {
        const code = await insertCode(trx, { email, ticketHash, at });
        await enqueueMail(trx, { kind: 'traveller_code', recipient: email, params: { code }, at });
      });
    }
    if (refusal) {
      const event = { kind: 'traveller_code', at, from: originWithoutUser(secret, request) } as const;
      if (refusal.reason === 'full') {
        if (!isSent) codesUnsent.inc();
        app.securityTally.add({ ...event, outcome: 'refused', details: { reason: 'lane_full' } });
      }
      throw codesBusy(refusal.waitSeconds);
    }
    return {};
  });

  route(app, 'POST /api/traveller/session', async (request, reply) => {
    const email = requireEmail(request.body.email);
    const at = now();
    const ticketHash = readTicket(request);
    // journaled by number, so that no key of an address outlives an erased account
    const event = { kind: 'traveller_login', at, from: originWithoutUser(secret, request) } as const;
    const wrongCode = () => {
      app.securityTally.add({ ...event, outcome: 'failure', details: { reason: 'wrong_code' } });
      const sentence = 'Ce code n’est pas le bon, ou il ne sert plus. Vérifiez-le, ou demandez-en un autre.';
      return new HttpError(401, 'wrong_code', sentence);
    };
    const filter = {
      email,
      sentAfter: codesExpiredBefore(at),
      usedAfter: codesUsedLongBefore(at),
      maxGuesses: MAX_CODE_ATTEMPTS,
    };
    // a guess that no open code can match tells nothing, and uses up nobody's quota
    if (!ticketHash || !(await hasValidCode(db, { ...filter, ticketHash }))) throw wrongCode();
    const isProven = await verifyWork(db, secret, request.body.proof, at);
    const guess = await countGuess(db, { secret, ticketHash, address: request.ip, at, isProven });
    if (guess.waitSeconds !== null) {
      app.securityTally.add({ ...event, outcome: 'refused', details: { reason: 'too_many' } });
      if (guess.isProofDue) throw await proofDue(secret, guess.waitSeconds, at);
      throw tooMany(reply, guess.waitSeconds, 'too_many_guesses', 'essais');
    }
    const opened = await settleAttempt(
      guess,
      db.transaction().execute(async (trx) => {
        const codes = await lockValidCodes(trx, { ...filter, ticketHash });
        const code = findMatchingCode(secret, request.body.code, codes);
        if (!code) {
          await countGuessOf(trx, codes);
          return null;
        }
        // an answer that was lost on its way to this browser
        if (code.sessionHash) await deleteSession(trx, code.sessionHash);
        const id = await findOrCreateTraveller(trx, email, at);
        await writeSecurityEvent(trx, { ...event, details: { traveller: id } });
        const session = await app.travellers.open(trx, id, request);
        await markCodeUsed(trx, code, { at, sessionHash: session.tokenHash });
        return { id, session };
      }),
    );
    if (!opened) throw wrongCode();
    await guess.uncount();
    opened.session.setCookie(reply);
    return ofTraveller(db, opened.id);
  });
}

function registerAccount(app: FastifyInstance, { db, secret, codes, now }: Parts): void {
  route(app, 'GET /api/traveller/me', ({ traveller }) => ofTraveller(db, traveller.id));

  route(app, 'POST /api/traveller/me', async ({ traveller, body }) => {
    await updateTraveller(db, traveller.id, toTravellerRow(checkDraft(travellerDraft, body)));
    return ofTraveller(db, traveller.id);
  });

  route(app, 'GET /api/traveller/export', ({ traveller }) => exportTraveller(db, traveller.email, codes));

  route(app, 'POST /api/traveller/delete', async (request, reply) => {
    const { traveller, body } = request;
    if (normalizeEmail(body.email) !== traveller.email) {
      throw new HttpError(400, 'other_email', 'Saisissez l’adresse de votre compte pour l’effacer.');
    }
    const at = now();
    await db.transaction().execute(async (trx) => {
      const madeAt = await lockTraveller(trx, traveller.id);
      if (!madeAt) return;
      const from = originWithoutUser(secret, request);
      await writeSecurityEvent(trx, {
        kind: 'traveller_erased',
        at,
        from,
        details: { traveller: traveller.id },
      });
      await insertErasure(trx, { kind: 'traveller', rowId: traveller.id, rowAt: madeAt, at });
      await eraseTravellers(trx, [traveller.id], at);
    });
    await app.travellers.close(request, reply);
    return {};
  });
}

function registerSessions(app: FastifyInstance, { db, secret, now }: Parts): void {
  route(app, 'POST /api/traveller/logout', async (request, reply) => {
    await app.travellers.close(request, reply);
    return {};
  });

  route(app, 'GET /api/traveller/sessions', (request) => app.travellers.list(request));

  route(app, 'POST /api/traveller/sessions/end', (request) =>
    db.transaction().execute(async (trx) => {
      const ended = await app.travellers.endOthers(trx, request);
      const kind = 'traveller_sessions_ended';
      const from = originWithoutUser(secret, request);
      if (ended > 0) {
        const details = { traveller: request.traveller.id, ended };
        await writeSecurityEvent(trx, { kind, at: now(), from, details });
      }
      return { ended };
    }),
  );
}

async function proofDue(secret: string, waitSeconds: number, at: Date): Promise<HttpError> {
  // read by pages of before the proof alone
  const sentence = `Beaucoup de demandes viennent de votre réseau. Rechargez la page pour continuer, ou réessayez dans ${formatWait(waitSeconds)}.`;
  const details = { challenge: await issueWork(secret, at) };
  return new HttpError(429, 'proof_due', sentence, { retryAfter: waitSeconds, details });
}

function codesBusy(waitSeconds: number): HttpError {
  const sentence = `Beaucoup de codes sont demandés en ce moment, et le vôtre n’est peut-être pas parti. S’il arrive, saisissez-le. Sinon, demandez-en un autre dans ${formatWait(waitSeconds)}.`;
  return new HttpError(503, 'codes_busy', sentence, { retryAfter: waitSeconds });
}

function requireEmail(typed: string): string {
  const email = readEmail(typed);
  if (email === null) throw new HttpError(400, INVALID_EMAIL.code, INVALID_EMAIL.message);
  return email;
}

async function ofTraveller(db: Db, id: number): Promise<Traveller> {
  const traveller = await findTraveller(db, id);
  if (traveller) return traveller;
  throw new HttpError(401, 'no_session', 'Votre compte n’existe plus.');
}
