import type { FastifyInstance } from 'fastify';
import { isLeftEmpty } from '#domain/rates/amount.ts';
import { formatFixing } from '#domain/rates/draft.ts';
import type { FixingConflict, FixingRequest, RateRow, RatesQuery } from '#domain/rates/fixing.ts';
import { sinceOf } from '#domain/rates/freshness.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { actOf } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { holds, type Session } from '../../http/session.ts';
import { createBatchConflict } from './batch-conflict.ts';
import { confirmFixings } from './confirm-fixings.ts';
import { findRateOwner } from './find-rate-owner.ts';
import { listAllFixings, type RatesFilter } from './list-all-fixings.ts';
import { listOwnRates, listOwnRatesOf } from './own-rates.ts';
import { listUnpaidSides } from './rate-owners.queries.ts';
import { baseOf, findFixableCurrency, readInstant, toCurrency, toNumber, toRow } from './rate-row.ts';
import { readBase, readFixing, requireOwnCompany } from './read-fixing.ts';
import { updateFixing } from './update-fixing.ts';

export function registerFixings(
  app: FastifyInstance,
  { db, book, config, now }: { db: Db; book: FollowedBook; config: Config; now: () => Date },
): void {
  const since = () => sinceOf(config, now());

  route(app, 'GET /api/fixings/rates', async ({ session, query }) => {
    const known = bookOf(book);
    const base = baseOf(known).code;
    // me wins when both are held (spec 6)
    if (listsOwnRates(session)) {
      const { company } = session;
      const rates = company
        ? await listOwnRates(db, { book: known, company, branch: null, since: since() })
        : [];
      const unpaid = company ? await listUnpaidSides(db, company.id) : [];
      return {
        base,
        rates,
        ...(company?.isSuspended && { is_suspended: true }),
        ...(company?.chargesFees && { charges_fees: true }),
        ...(unpaid.length > 0 && { unpaid_sides: unpaid }),
      };
    }
    const { rows, total } = await listAllFixings(db, filterOf(query), query.page ?? 1);
    const rates = rows.map(({ company, code, label, rate, ...amounts }) =>
      toRow({ base, currency: { code, label, rate: toNumber(rate) }, company, amounts }, since()),
    );
    return { base, rates, total };
  });

  route(app, 'POST /api/fixings/confirm', async ({ session, body }, reply) => {
    const codes = [...new Set(body.currencies)];
    const seen = Object.entries(body.updated_at ?? {});
    const seenAt = new Map(seen.map(([code, at]) => [code, readInstant(at)]));
    const { user, company } = requireOwnCompany(session);
    const known = bookOf(book);
    const base = baseOf(known).code;
    for (const code of codes) findFixableCurrency(known, code);
    const at = now();
    const owner = await findRateOwner(db, company.id, body.branch);
    const renewal = { ...owner, userId: user.id, base, codes, at, seenAt };
    const { missing, moved } = await confirmFixings(db, { ...renewal, act: actOf(session, at) }, config);
    if (missing.length > 0) {
      const sentence = `Aucun taux à confirmer pour ${missing.join(', ')}. Fixez d’abord un taux.`;
      throw new HttpError(409, 'never_fixed', sentence);
    }
    const own = { book: known, company, branch: owner.branch, since: since() };
    if (moved.length > 0) {
      return reply
        .code(409)
        .send(createBatchConflict('Confirmation refusée', await listOwnRatesOf(db, own, moved), moved));
    }
    return { rates: await listOwnRatesOf(db, own, codes) };
  });

  route(app, 'GET /api/fixings/currencies', () => bookOf(book).currencies.map(toCurrency));

  route(app, 'POST /api/fixings/update', async ({ session, body }, reply) => {
    const { user, company } = requireOwnCompany(session);
    const known = bookOf(book);
    const base = readBase(body.base, known);
    const fixing = readFixing(body, known);
    const { isDone, current } = await updateFixing(
      db,
      {
        ...fixing,
        base,
        ...(await findRateOwner(db, company.id, body.branch)),
        user,
        act: actOf(session, now()),
      },
      config,
    );
    const currency = toCurrency(findFixableCurrency(known, fixing.code));
    const row = toRow({ base, currency, company: company.name, amounts: current }, since());
    if (isDone) return row;
    const conflict: FixingConflict = {
      message: conflictSentence(row, body.amounts),
      code: 'fixing_changed',
      current: row,
    };
    return reply.code(409).send(conflict);
  });
}

function conflictSentence({ code, by, purchase, sale }: RateRow, fixing: FixingRequest['amounts']): string {
  const authorName = by ? `${by.name} ${by.surname}`.trim() : 'Un collègue';
  const theirs = formatAmounts({ purchase, sale });
  return `Le taux de la devise ${code} a changé entre-temps. ${authorName} a fixé ${theirs} ; vous alliez enregistrer ${formatAmounts(fixing)}.`;
}

function formatAmounts({ purchase, sale }: FixingRequest['amounts']): string {
  return [
    isLeftEmpty(purchase) ? [] : `achat ${formatFixing(purchase)}`,
    isLeftEmpty(sale) ? [] : `vente ${formatFixing(sale)}`,
  ]
    .flat()
    .join(' et ');
}

function listsOwnRates(session: Session): boolean {
  return holds(session, 'fixings.list.me');
}

function filterOf({ company = '', currency = '', q = '' }: RatesQuery): RatesFilter {
  return {
    ...(company !== '' &&
      (/^\d{1,9}$/.test(company) ? { companyId: Number(company) } : { companyName: company })),
    ...(currency !== '' && { code: currency.toUpperCase() }),
    ...(q.trim() !== '' && { text: q }),
  };
}
