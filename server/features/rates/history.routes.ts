import type { FastifyInstance } from 'fastify';
import type { RuleDraft } from '#domain/margins/margin-sheet.ts';
import { sinceOf } from '#domain/rates/freshness.ts';
import { MAX_STEPS } from '#domain/rates/history.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { holds, type Session } from '../../http/session.ts';
import { findCompanyName, listCompaniesWithOldRates, listMids, listSteps } from './curve.queries.ts';
import { listAuthors, listFixingLogs } from './fixing-logs.queries.ts';
import { baseOf, findFixableCurrency, optionalNumber, toNumber } from './rate-row.ts';

const DEFAULT_LOGS = 100;
const DEFAULT_DAYS = 30;
const DAY = 86_400_000;
const MOST_OLD = 100;

export function registerHistory(
  app: FastifyInstance,
  { db, book, config, now }: { db: Db; book: FollowedBook; config: Config; now: () => Date },
): void {
  route(app, 'GET /api/fixings/logs', async ({ session, query }) => {
    const { limit = DEFAULT_LOGS, before, company, ...filter } = query;
    const seen = visibleHistory(session, company);
    if (seen === 'nothing') return [];
    const companyId = seen === 'all' ? null : seen;
    const rows = await listFixingLogs(db, { ...filter, companyId }, { limit, before });
    return rows.map(toLine);
  });

  route(app, 'GET /api/fixings/authors', async ({ session, query: { company } }) => {
    const seen = visibleHistory(session, company);
    return typeof seen === 'number' ? listAuthors(db, seen) : [];
  });

  route(app, 'GET /api/fixings/curve/{code}', async ({ session, params, query }) => {
    const { days = DEFAULT_DAYS } = query;
    const known = bookOf(book);
    const { code } = findFixableCurrency(known, params.code);
    const seen = visibleHistory(session, query.company);
    const company = typeof seen === 'number' ? await readCompanyFilter(db, seen) : null;
    const to = now();
    const span = { code, from: new Date(to.getTime() - days * DAY), most: MAX_STEPS };
    const [steps, mids] = await Promise.all([
      company ? listSteps(db, { ...span, companyId: company.id, branch: query.branch ?? null }) : [],
      listMids(db, span),
    ]);
    return {
      base: baseOf(known).code,
      code,
      company,
      from: span.from.toISOString(),
      to: to.toISOString(),
      steps: steps.map(({ at, purchase, sale }) => ({
        at: at.toISOString(),
        purchase: optionalNumber(purchase),
        sale: optionalNumber(sale),
      })),
      mids: mids.map(({ at, rate }) => ({ at: at.toISOString(), rate: toNumber(rate) })),
    };
  });

  route(app, 'GET /api/fixings/old', async () => {
    const since = new Date(sinceOf(config, now()).fresh);
    const rows = await listCompaniesWithOldRates(db, { since, limit: MOST_OLD });
    return {
      hours: config.freshHours,
      total: rows[0]?.total ?? 0,
      bureaux: rows.map(({ id, name, old, of, newest }) => ({
        company: { id, name },
        old,
        of,
        newest_at: newest.toISOString(),
      })),
    };
  });
}

async function readCompanyFilter(db: Db, id: number): Promise<{ id: number; name: string }> {
  const name = await findCompanyName(db, id);
  if (name === undefined) throw new HttpError(404, 'not_found', 'Ce bureau n’existe pas.');
  return { id, name };
}

/** Company whose history the session may see. me wins when both are held (spec 6). */
function visibleHistory(session: Session, company: number | undefined): number | 'all' | 'nothing' {
  if (holds(session, 'fixings.list.me')) return session.company?.id ?? 'nothing';
  return company ?? 'all';
}

function marginsOf(rule: unknown) {
  const { purchase_margin, sale_margin } = rule as RuleDraft;
  return { purchase_margin, sale_margin };
}

type Row = Awaited<ReturnType<typeof listFixingLogs>>[number];

function toLine({ id, at, base, currency_code, rate, purchase, sale, name, surname, ...of }: Row) {
  return {
    id,
    at: at.toISOString(),
    user: name === null ? null : { name, surname: surname ?? '' },
    params: {
      base,
      currency: { code: currency_code, rate: toNumber(rate) },
      amounts: { purchase: optionalNumber(purchase), sale: optionalNumber(sale) },
    },
    is_confirmation: of.isConfirmation,
    is_held: of.isHeld,
    is_refusal: of.isRefusal,
    origin: of.origin,
    ...(of.rule !== null && { rule: marginsOf(of.rule) }),
    ...(of.isTakenBack === true && { is_taken_back: true as const }),
    former:
      of.formerId === null
        ? null
        : { purchase: optionalNumber(of.formerPurchase), sale: optionalNumber(of.formerSale) },
    company: { id: of.companyId, name: of.companyName },
    ...(of.branchId !== null && { branch: { id: of.branchId, name: of.branchName ?? '' } }),
    user_id: of.userId,
  };
}
