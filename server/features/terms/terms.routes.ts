import type { FastifyInstance } from 'fastify';
import { Value } from 'typebox/value';
import { dayAfter, dayAt } from '#domain/branches/open-state.ts';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';
import { DEFAULT_TERMS, findWrongTerm, type OwnTerms, ReservationTerms } from '#domain/terms/terms.ts';
import { typedTerms } from '#domain/terms/terms-draft.ts';
import type { Db } from '../../db/open.ts';
import { actOf, requireVerified } from '../../http/actor.ts';
import { refuseConflicts } from '../../http/conflicts.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import type { Session } from '../../http/session.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { readInstant } from '../reservations/read-instant.ts';
import { saveStocks } from './save-stocks.ts';
import {
  findOwnTerms,
  findUnknownCurrency,
  insertTerms,
  listStockedBranches,
  listStockedCurrencies,
  listStocks,
  lockOwnTerms,
  updateTerms,
  upsertAdmission,
} from './terms.queries.ts';

const MOST_DAYS_AHEAD = 366;

type Parts = { db: Db; now: () => Date };

export function registerTerms(app: FastifyInstance, { db, now }: Parts): void {
  route(app, 'GET /api/reservations/terms', ({ session }) => ownTerms(db, bureauOf(session)));

  route(app, 'POST /api/reservations/terms', async ({ session, body }) => {
    const companyId = bureauOf(session);
    // stored without unknown fields
    const terms = Value.Clean(ReservationTerms, body.terms) as typeof body.terms;
    const error = findWrongTerm(terms);
    if (error) throw new HttpError(400, error.code, error.message);
    const named = (terms.denominations ?? []).map(({ currency }) => currency);
    const unknown = await findUnknownCurrency(db, named);
    if (unknown) {
      throw new HttpError(400, 'unknown_currency', `La devise ${unknown} n’est pas connue.`);
    }
    const seen = body.updated_at === null ? null : readInstant(body.updated_at, 'updated_at').getTime();
    await db.transaction().execute(async (trx) => {
      const before = await lockOwnTerms(trx, companyId);
      if ((before?.updatedAt.getTime() ?? null) !== seen) throw termsChanged();
      if (before) await updateTerms(trx, companyId, terms, nextUpdatedAt(now(), before.updatedAt));
      else if (!(await insertTerms(trx, companyId, terms, now()))) throw termsChanged();
      const changes = changesOf(typedTerms(before?.terms ?? DEFAULT_TERMS), typedTerms(terms));
      if (Object.keys(changes).length === 0) return;
      await writeAudit(trx, actOf(session, now()), { action: 'terms.edited', companyId, changes });
    });
    return ownTerms(db, companyId);
  });

  // an overseas branch may still be in the previous day
  const firstDay = () => dayAt(now().getTime() - 86_400_000, COUNTER_ZONE);

  route(app, 'GET /api/reservations/stocks', async ({ session, query: { day } }) => {
    const companyId = bureauOf(session);
    const days = day === undefined ? { from: firstDay() } : { day };
    const [stocks, branches, currencies] = await Promise.all([
      listStocks(db, companyId, days),
      listStockedBranches(db, companyId),
      listStockedCurrencies(db, companyId),
    ]);
    return {
      branches,
      currencies,
      stocks: stocks.map(({ ready, promised, ...stock }) => ({
        ...stock,
        ready: Number(ready),
        promised: Number(promised),
      })),
    };
  });

  route(app, 'POST /api/reservations/stocks', async ({ session, body }) => {
    if (body.day !== null && body.day < firstDay()) {
      throw new HttpError(400, 'past_day', 'Ce jour est passé. Choisissez un jour à venir.');
    }
    if (body.day !== null && body.day > dayAfter(dayAt(now().getTime(), COUNTER_ZONE), MOST_DAYS_AHEAD)) {
      const sentence = `Le stock d’un jour se donne ${MOST_DAYS_AHEAD} jours à l’avance au plus.`;
      throw new HttpError(400, 'far_day', sentence);
    }
    const companyId = bureauOf(session);
    await db
      .transaction()
      .execute((trx) => saveStocks(trx, { companyId, ...body, act: actOf(session, now()) }));
    return {};
  });

  route(app, 'POST /api/companies/beta', async ({ session, body: { id, is_admitted } }) => {
    const act = actOf(session, now());
    const unknown = () => new HttpError(404, 'not_found', 'Ce bureau n’existe pas.');
    await refuseConflicts({ reservation_terms_company_id_fkey: unknown }, () =>
      db.transaction().execute(async (trx) => {
        const before = await lockOwnTerms(trx, id);
        const was = (before?.admittedAt ?? null) !== null;
        if (was === is_admitted && before) return;
        requireVerified(act.by);
        const admittedAt = is_admitted ? act.at : null;
        await upsertAdmission(trx, id, { admittedAt, terms: DEFAULT_TERMS, at: act.at });
        const changes = { is_admitted: [was, is_admitted] as [boolean, boolean] };
        await writeAudit(trx, act, { action: 'company.beta', companyId: id, changes });
      }),
    );
    return {};
  });
}

function termsChanged(): HttpError {
  const sentence = 'Ces conditions ont été modifiées entre-temps. Rechargez la page, puis recommencez.';
  return new HttpError(409, 'terms_changed', sentence);
}

/** Always after `before`, so that a change never looks unchanged. */
function nextUpdatedAt(at: Date, before: Date): Date {
  return before >= at ? new Date(before.getTime() + 1) : at;
}

async function ownTerms(db: Db, companyId: number): Promise<OwnTerms> {
  const own = await findOwnTerms(db, companyId);
  return {
    is_admitted: (own?.admittedAt ?? null) !== null,
    terms: own?.terms ?? DEFAULT_TERMS,
    updated_at: own?.updatedAt.toISOString() ?? null,
  };
}

function bureauOf({ company }: Session): number {
  if (company) return company.id;
  throw new HttpError(
    409,
    'no_company',
    'Votre compte n’est rattaché à aucun bureau. Il n’a pas de réservation.',
  );
}
