import type { FastifyInstance } from 'fastify';
import type { FixingConflict, HeldFixing } from '#domain/rates/fixing.ts';
import { type Since, sinceOf } from '#domain/rates/freshness.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { BookCurrency, RateBook } from '../../book/rate-book.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { actOf } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { holds } from '../../http/session.ts';
import { findCompanyName, type HeldRow, listHeld } from './held-fixings.queries.ts';
import { baseOf, findFixableCurrency, optionalNumber, readInstant, toCurrency, toRow } from './rate-row.ts';
import { reviewFixing } from './review-fixing.ts';
import { mayReview } from './reviewers.ts';

const MOST_HELD = 100;

export function registerHeldFixings(
  app: FastifyInstance,
  { db, book, config, now }: { db: Db; book: FollowedBook; config: Config; now: () => Date },
): void {
  const since = () => sinceOf(config, now());

  route(app, 'GET /api/fixings/held', async ({ session }) => {
    const known = bookOf(book);
    const isOfAll = holds(session, 'fixings.edit.all');
    const companyId = isOfAll ? null : (session.company?.id ?? null);
    if (!isOfAll && companyId === null) return { held: [], total: 0 };
    const { rows, total } = await listHeld(db, companyId, MOST_HELD);
    const held = rows.flatMap((amounts) => {
      const currency = known.currency(amounts.code);
      return currency ? [toHeld({ known, currency, amounts, userId: session.user.id }, since())] : [];
    });
    return { held, total };
  });

  route(app, 'POST /api/fixings/review', async ({ session, body }, reply) => {
    const { user } = session;
    const { company_id: companyId, branch = null, accept, updated_at } = body;
    const of = { companyId: session.company?.id ?? null, scopes: session.scopes };
    // checked first, because the row's existence is private
    if (!mayReview(of, companyId))
      throw new HttpError(403, 'forbidden', 'Vos droits ne permettent pas cette action.');
    const known = bookOf(book);
    const currency = findFixableCurrency(known, body.currency.code);
    const base = baseOf(known).code;
    const name = await findCompanyName(db, companyId);
    if (name === null) throw new HttpError(404, 'not_found', 'Ce bureau n’existe pas.');
    const { isDone, current } = await reviewFixing(db, {
      companyId,
      branch,
      userId: user.id,
      base,
      code: currency.code,
      seenAt: readInstant(updated_at),
      isAccepted: accept,
      act: actOf(session, now()),
    });
    const row = toRow({ base, currency: toCurrency(currency), company: name, amounts: current }, since());
    if (isDone) return row;
    const message = `Le taux de la devise ${row.code} a changé entre-temps, ou n’attend plus de décision.`;
    const conflict: FixingConflict = { message, code: 'fixing_changed', current: row };
    return reply.code(409).send(conflict);
  });
}

type HeldContext = { known: RateBook; currency: BookCurrency; amounts: HeldRow; userId: number };

function toHeld({ known, currency, amounts, userId }: HeldContext, since: Since): HeldFixing {
  const { companyId, company, formerPurchase, formerSale, heldAt, heldBy } = amounts;
  return {
    company: { id: companyId, name: company },
    row: toRow({ base: baseOf(known).code, currency: toCurrency(currency), company, amounts }, since),
    former: { purchase: optionalNumber(formerPurchase), sale: optionalNumber(formerSale) },
    ...(amounts.branch !== null && { branch: { id: amounts.branch, name: amounts.branchName ?? '' } }),
    held_at: (heldAt ?? amounts.updatedAt).toISOString(),
    may_review: !heldBy.includes(userId),
  };
}
