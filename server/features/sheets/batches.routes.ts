import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sinceOf } from '#domain/rates/freshness.ts';
import type { BatchAnswer, BatchConflict, BatchRefusal, BatchRequest } from '#domain/sheets/batch.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { RateBook } from '../../book/rate-book.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { actOf } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { createBatchConflict } from '../rates/batch-conflict.ts';
import { findRateOwner } from '../rates/find-rate-owner.ts';
import { lockCompanyFixings } from '../rates/fixings.queries.ts';
import { listOwnRatesOf } from '../rates/own-rates.ts';
import { baseOf } from '../rates/rate-row.ts';
import { readBase, readFixing, readSeen, requireOwnCompany } from '../rates/read-fixing.ts';
import type { NewAmounts } from '../rates/set-fixings.ts';
import { type Answer, answerOnce } from './answer-once.queries.ts';
import { findLastBatch } from './batches.queries.ts';
import { publishBatch } from './publish-batch.ts';
import { REVOCABLE_FOR, revokeBatch } from './revoke-batch.ts';

type Parts = { db: Db; book: FollowedBook; config: Config; now: () => Date };

export function registerBatches(app: FastifyInstance, { db, book, config, now }: Parts): void {
  const since = () => sinceOf(config, now());

  route(app, 'POST /api/fixings/batch', async (request, reply) => {
    const { session, body } = request;
    const { user, company } = requireOwnCompany(session);
    const known = bookOf(book);
    const base = readBase(body.base, known);
    const { fixings, lines } = readLines(body, known);
    if (lines.length > 0) return reply.code(400).send(formatRefusal(lines));
    const key = readKey(request);
    const act = actOf(session, now());
    const codes = fixings.map(({ code }) => code);
    const owner = await findRateOwner(db, company.id, body.branch);
    const own = { book: known, company, branch: owner.branch, since: since() };
    const { status, text } = await db.transaction().execute(async (trx) => {
      await lockCompanyFixings(trx, company.id);
      const publish = async (): Promise<Answer> => {
        const setting = {
          ...owner,
          user,
          base,
          act,
          origin: body.origin ?? 'batch',
          fixings,
          byHandUntil: body.by_hand_until,
        };
        const { moved, batchId } = await publishBatch(trx, setting, config);
        if (moved.length > 0) {
          return formatAnswer(
            409,
            createBatchConflict('Publication refusée', await listOwnRatesOf(trx, own, moved), moved),
          );
        }
        return formatAnswer(200, { rates: await listOwnRatesOf(trx, own, codes), batch_id: batchId });
      };
      if (key === null) return publish();
      return answerOnce(trx, { companyId: company.id, userId: user.id, key, body, at: act.at }, publish);
    });
    return reply.code(status).type('application/json; charset=utf-8').send(text);
  });

  route(app, 'POST /api/fixings/batch/take-back', async ({ session, body }, reply) => {
    const { user, company } = requireOwnCompany(session);
    const known = bookOf(book);
    const base = baseOf(known).code;
    const own = { book: known, company, since: since() };
    const undo = { companyId: company.id, userId: user.id, base, batchId: body.batch_id };
    const { moved, rates } = await db.transaction().execute(async (trx) => {
      await lockCompanyFixings(trx, company.id);
      const done = await revokeBatch(trx, { ...undo, act: actOf(session, now()) }, config);
      const rows = done.moved.length > 0 ? done.moved : done.codes;
      return {
        moved: done.moved,
        rates: await listOwnRatesOf(trx, { ...own, branch: done.owner.branch }, rows),
      };
    });
    if (moved.length > 0) return reply.code(409).send(createBatchConflict('Reprise refusée', rates, moved));
    return { rates };
  });

  route(app, 'GET /api/fixings/batch/last', async ({ session: { company }, query }) => {
    const after = new Date(now().getTime() - REVOCABLE_FOR);
    if (!company) return null;
    const last = await findLastBatch(db, await findRateOwner(db, company.id, query.branch), after);
    if (!last) return null;
    return {
      batch_id: last.id,
      at: last.at.toISOString(),
      count: last.count,
      by: last.name === null ? null : { name: last.name, surname: last.surname ?? '' },
      until: new Date(last.at.getTime() + REVOCABLE_FOR).toISOString(),
    };
  });
}

function formatAnswer(status: number, body: BatchAnswer | BatchConflict): Answer {
  return { status, text: JSON.stringify(body) };
}

function readLines({ fixings }: BatchRequest, book: RateBook) {
  const read = new Map<string, NewAmounts>();
  const lines: BatchRefusal['lines'] = [];
  for (const line of fixings) {
    const currency = line.currency.code;
    try {
      if (read.has(currency)) throw new HttpError(400, 'twice', 'Cette devise est donnée deux fois.');
      read.set(currency, { ...readFixing(line, book), seen: line.seen ? readSeen(line.seen) : null });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      lines.push({ currency, message: error.message });
    }
  }
  return { fixings: [...read.values()], lines };
}

function formatRefusal(lines: BatchRefusal['lines']): BatchRefusal {
  const first = lines[0];
  const message =
    lines.length === 1
      ? `Publication refusée. ${first?.currency} : ${first?.message}`
      : `Publication refusée. ${lines.length} lignes sont à corriger.`;
  return { message, code: 'invalid_lines', lines };
}

function readKey({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key)) return key;
  throw new HttpError(
    400,
    'invalid_key',
    'L’en-tête Idempotency-Key doit compter de 1 à 128 caractères, sans espace ni accent.',
  );
}
