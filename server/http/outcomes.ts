import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OUTCOME_KEY, type Outcome } from '#domain/outcomes/outcome.ts';
import type { Db } from '../db/open.ts';
import { seal, unseal } from '../process/seal.ts';
import { HttpError } from './http-error.ts';
import { claimOutcome, type OutcomeRow, storeOutcome } from './outcomes.queries.ts';
import { route } from './route.ts';
import { hashOf } from './token-cookie.ts';

const KEY = new RegExp(OUTCOME_KEY);

declare module 'fastify' {
  interface FastifyRequest {
    /** null: a write without a key, or whose answer is stored already. */
    outcomeKey: string | null;
  }
  interface FastifyInstance {
    outcomes: Outcomes;
  }
}

export type Outcomes = {
  /** Registers a write by its key, before it acts. A repeat is answered with the first answer. */
  claim(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  store(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
};

type StoredAnswer = { body: string; cookies: string[] };

export function registerOutcomes(app: FastifyInstance, db: Db): void {
  app.decorateRequest('outcomeKey', null);
  app.decorate('outcomes', {
    async claim(request, reply) {
      const key = readKey(request);
      if (key === null) return undefined;
      const requestHash = hashOfRequest(request, key);
      const row = await claimOutcome(db, hashOf(key), requestHash);
      if (!row) {
        request.outcomeKey = key;
        return undefined;
      }
      if (row.requestHash && !row.requestHash.equals(requestHash)) throw keyReused();
      const stored = readAnswer(row, key);
      if (!stored) throw row.requestHash ? underWay() : comesTooLate();
      return sendStored(reply, stored);
    },
    async store(request, reply, payload) {
      const { outcomeKey: key } = request;
      if (key === null) return payload;
      request.outcomeKey = null;
      const answer: StoredAnswer = {
        body: reply.statusCode !== 204 && typeof payload === 'string' ? payload : '',
        cookies: [reply.getHeader('set-cookie') ?? []].flat().map(String),
      };
      const keyHash = hashOf(key);
      const sealed = seal(key, 'outcome', keyHash.toString('hex'), Buffer.from(JSON.stringify(answer)));
      await storeOutcome(db, keyHash, { status: reply.statusCode, answer: sealed }).catch(
        (error: unknown) => {
          // the answer itself still leaves
          request.log.warn({ reqId: request.id, err: error }, 'an outcome was not stored');
        },
      );
      return payload;
    },
  } satisfies Outcomes);

  for (const name of ['POST /api/public/outcome', 'POST /api/outcome'] as const) {
    route(app, name, async ({ body: { key } }, reply): Promise<Outcome> => {
      const row = await claimOutcome(db, hashOf(key), null);
      if (!row?.requestHash) return { state: 'not_received' };
      const stored = readAnswer(row, key);
      if (!stored) return { state: row.isOverdue ? 'unknown' : 'under_way' };
      for (const cookie of stored.cookies) reply.header('set-cookie', cookie);
      const { status, body } = stored;
      return { state: 'answered', status, body: body === '' ? null : JSON.parse(body) };
    });
  }
}

function readAnswer({ status, answer }: OutcomeRow, key: string): (StoredAnswer & { status: number }) | null {
  if (status === null || !answer) return null;
  const opened = unseal(key, 'outcome', hashOf(key).toString('hex'), answer);
  if (!opened) throw new Error('an outcome opens with the key of its hash');
  // written by `store`
  return { status, ...(JSON.parse(opened.toString()) as StoredAnswer) };
}

function sendStored(
  reply: FastifyReply,
  { status, body, cookies }: StoredAnswer & { status: number },
): FastifyReply {
  for (const cookie of cookies) reply.header('set-cookie', cookie);
  reply.code(status);
  return body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
}

/** null without a key, or for a short one, which somebody might guess. */
function readKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && KEY.test(key) ? key : null;
}

/**
 * Address, sender and body, so that a key answers one request of one person alone. Under the key, which is stored nowhere,
 * because bodies hold passwords.
 */
function hashOfRequest({ method, url, body, session, traveller }: FastifyRequest, key: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([method, url, session?.user.id, traveller?.id]))
    .update(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null))
    .digest();
}

function keyReused(): HttpError {
  const sentence = 'Cette clé a déjà servi pour un autre envoi. Recommencez avec une nouvelle clé.';
  return new HttpError(422, 'key_reused', sentence);
}

function underWay(): HttpError {
  const sentence = 'Cette demande est déjà en cours. Attendez sa réponse.';
  return new HttpError(409, 'under_way', sentence);
}

function comesTooLate(): HttpError {
  const sentence = 'Cette demande arrive trop tard et n’est pas faite. Recommencez.';
  return new HttpError(409, 'comes_too_late', sentence);
}
