import type { FastifyInstance } from 'fastify';
import type { MarginsAnswer } from '#domain/margins/margin-calls.ts';
import { checkMargins, type MarginSheet, NO_MARGINS, ruleFor } from '#domain/margins/margin-sheet.ts';
import { nextDate } from '#domain/rates/freshness.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { RateBook } from '../../book/rate-book.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { lockCompanyFixings } from '../rates/fixings.queries.ts';
import { endStops, findMargins, isActive, listStops } from '../rates/margin-stops.queries.ts';
import { baseOf, findFixableCurrency, optionalNumber, readInstant, toNumber } from '../rates/rate-row.ts';
import { requireOwnCompany } from '../rates/read-fixing.ts';
import { pauseRulesByHand } from '../rates/stop-margins.ts';
import { applyCompanyRules, planRules } from './apply-margins.ts';
import { findRuleState, listMidMoves, saveMargins } from './margins.queries.ts';

export function registerMargins(
  app: FastifyInstance,
  { db, book, config, now }: { db: Db; book: FollowedBook; config: Config; now: () => Date },
): void {
  route(app, 'GET /api/fixings/margins', async ({ session }) =>
    toAnswer(db, requireOwnCompany(session).company.id, now()),
  );

  route(app, 'POST /api/fixings/margins/preview', async ({ session, body }) => {
    const { company } = requireOwnCompany(session);
    const known = bookOf(book);
    const sheet = readSheet(body, known);
    const at = now();
    const moves = await listMidMoves(db);
    const { states, stops } = await findRuleState(db, company.id);
    const planned = planRules({ sheet, moves, states, stops, seen: 'all', at }, config);
    const lines = new Map(planned.map((line) => [line.code, line]));
    return {
      lines: known.currencies.flatMap(({ code, label }) => {
        const line = lines.get(code);
        const move = moves.get(code);
        if (!line || !move) return [];
        const { outcome, rule } = line;
        return {
          code,
          label,
          rate: toNumber(move.rate),
          target: rule?.target ?? null,
          outcome,
          now: toNumbers(line.now),
          next: toNumbers(line.next),
        };
      }),
    };
  });

  route(app, 'POST /api/fixings/margins', async ({ session, body }) => {
    const { user, company } = requireOwnCompany(session);
    const known = bookOf(book);
    const sheet = readSheet(body, known);
    const seenAt = body.updated_at === null ? null : readInstant(body.updated_at);
    const at = now();
    await db.transaction().execute(async (trx) => {
      await lockCompanyFixings(trx, company.id);
      const before = await findMargins(trx, company.id);
      if ((before?.updatedAt.getTime() ?? null) !== (seenAt?.getTime() ?? null))
        throw changedMeanwhile(before);
      const savedAt = nextDate(at, before?.updatedAt);
      await saveMargins(trx, { companyId: company.id, userId: user.id, sheet, at: savedAt });
      const base = baseOf(known).code;
      await applyCompanyRules(trx, company.id, { base, at, settings: config, userId: user.id, seen: 'all' });
    });
    return toAnswer(db, company.id, at);
  });

  route(app, 'POST /api/fixings/margins/stop', async ({ session, body }) => {
    const { company } = requireOwnCompany(session);
    const { code } = findFixableCurrency(bookOf(book), body.currency.code);
    const at = now();
    await db.transaction().execute(async (trx) => {
      await lockCompanyFixings(trx, company.id);
      const sheet = (await findMargins(trx, company.id)) ?? NO_MARGINS;
      if (!ruleFor(sheet, code)?.follows) throw notFollowed(code);
      await pauseRulesByHand(trx, {
        companyId: company.id,
        codes: [code],
        until: body.until,
        isAsked: true,
        at,
      });
    });
    return toAnswer(db, company.id, at);
  });

  route(app, 'POST /api/fixings/margins/resume', async ({ session, body }) => {
    const { user, company } = requireOwnCompany(session);
    const known = bookOf(book);
    const { code } = findFixableCurrency(known, body.currency.code);
    const at = now();
    await db.transaction().execute(async (trx) => {
      await lockCompanyFixings(trx, company.id);
      if (!(await endStops(trx, company.id, [code]))) throw notStopped(code);
      const base = baseOf(known).code;
      await applyCompanyRules(trx, company.id, { base, at, settings: config, userId: user.id, seen: [code] });
    });
    return toAnswer(db, company.id, at);
  });
}

async function toAnswer(db: Db, companyId: number, at: Date): Promise<MarginsAnswer> {
  const stored = await findMargins(db, companyId);
  const stops = await listStops(db, companyId);
  const { groups, rules } = stored ?? NO_MARGINS;
  return {
    groups,
    rules,
    updated_at: stored?.updatedAt.toISOString() ?? null,
    by: stored?.byName ? { name: stored.byName, surname: stored.bySurname ?? '' } : null,
    stops: stops
      .filter((stop) => isActive(stop, at))
      .map(({ code, reason, since, until }) => ({
        code,
        reason,
        since: since.toISOString(),
        until: until?.toISOString() ?? null,
      })),
  };
}

function readSheet({ groups, rules }: MarginSheet, book: RateBook): MarginSheet {
  const base = baseOf(book);
  const known = new Set(book.currencies.filter((currency) => currency !== base).map(({ code }) => code));
  const error = checkMargins({ groups, rules }, known);
  if (error) throw new HttpError(400, error.code, error.message);
  return { groups, rules };
}

function toNumbers({ purchase, sale }: { purchase: string | null; sale: string | null }) {
  return { purchase: optionalNumber(purchase), sale: optionalNumber(sale) };
}

function changedMeanwhile(before: { byName: string | null; bySurname: string | null } | null): HttpError {
  const authorName = before?.byName ? `${before.byName} ${before.bySurname ?? ''}`.trim() : 'Un collègue';
  const sentence = `${authorName} a changé les règles de marge entre-temps. Les vôtres ne sont pas enregistrées. Ouvrez cette page dans un autre onglet pour voir ses règles.`;
  return new HttpError(409, 'margins_changed', sentence);
}

function notFollowed(code: string): HttpError {
  return new HttpError(409, 'not_followed', `Aucune règle de marge ne vaut pour la devise ${code}.`);
}

function notStopped(code: string): HttpError {
  return new HttpError(409, 'not_stopped', `La règle de la devise ${code} n’est pas en pause.`);
}
