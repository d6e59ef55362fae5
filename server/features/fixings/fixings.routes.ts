import type { FastifyInstance } from 'fastify';
import { fixingAmount, isLeftEmpty } from '#domain/fixings/amount.ts';
import { formatFixing } from '#domain/fixings/draft.ts';
import type { FixingConflict, FixingRequest, RateRow, RatesQuery } from '#domain/fixings/fixing.ts';
import { type Since, sinceOf } from '#domain/fixings/freshness.ts';
import { decimalText } from '#domain/money/decimal.ts';
import { actOf } from '../../act.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { nameOfField } from '../../http/field-names.ts';
import { route } from '../../http/route.ts';
import { holds, type Session } from '../../http/session.ts';
import { HttpError } from '../../http-error.ts';
import { bookOf, type FollowedBook } from '../../rate-book/follow.ts';
import type { RateBook } from '../../rate-book/rate-book.ts';
import { confirmFixings } from './confirm-fixings.ts';
import { listFixingLogs } from './fixing-logs.queries.ts';
import { listAllFixings, type RatesFilter } from './list-all-fixings.ts';
import {
  baseOf,
  fixableCurrency,
  numberOf,
  optionalNumber,
  readInstant,
  toCurrency,
  toRow,
} from './rate-row.ts';
import { listCompanyFixings } from './rates.queries.ts';
import { updateFixing } from './update-fixing.ts';

const DEFAULT_LOGS = 100;

export function registerFixings(
  app: FastifyInstance,
  { db, book, config, now }: { db: Db; book: FollowedBook; config: Config; now: () => Date },
): void {
  const since = () => sinceOf(config, now());

  route(app, 'GET /api/fixings/rates', async ({ session, query }) => {
    const known = bookOf(book);
    const base = baseOf(known).code;
    // me wins when both are held (spec 6)
    if (seesOwn(session)) {
      const rates = await ownRates(db, known, session, since());
      return { base, rates, ...(session.company?.isSuspended && { is_suspended: true }) };
    }
    const { rows, total } = await listAllFixings(db, filterOf(query), query.page ?? 1);
    const rates = rows.map(({ company, code, label, rate, ...amounts }) =>
      toRow({ base, currency: { code, label, rate: numberOf(rate) }, company, amounts }, since()),
    );
    return { base, rates, total };
  });

  route(app, 'GET /api/fixings/logs', async ({ session, query }) => {
    const isOwn = seesOwn(session);
    if (isOwn && !session.company) return [];
    const companyId = isOwn ? (session.company?.id ?? null) : null;
    const { limit = DEFAULT_LOGS, before } = query;
    const rows = await listFixingLogs(db, { companyId, limit, before });
    return rows.map(({ id, at, base, currency_code, rate, purchase, sale, name, surname, ...of }) => ({
      id,
      at: at.toISOString(),
      user: name === null ? null : { name, surname: surname ?? '' },
      params: {
        base,
        currency: { code: currency_code, rate: numberOf(rate) },
        amounts: { purchase: optionalNumber(purchase), sale: optionalNumber(sale) },
      },
      is_confirmation: of.isConfirmation,
      is_held: of.isHeld,
      is_refusal: of.isRefusal,
    }));
  });

  route(app, 'POST /api/fixings/confirm', async ({ session, body }) => {
    const codes = [...new Set(body.currencies)];
    const { user, company } = ownBureau(session);
    const known = bookOf(book);
    const base = baseOf(known).code;
    for (const code of codes) fixableCurrency(known, code);
    const at = now();
    const renewal = { companyId: company.id, userId: user.id, base, codes, at };
    const missing = await confirmFixings(db, { ...renewal, act: actOf(session, at) }, config);
    if (missing.length > 0) {
      const sentence = `Il n’y a rien à confirmer pour ${missing.join(', ')} : fixez d’abord un taux.`;
      throw new HttpError(409, 'never_fixed', sentence);
    }
    const rates = new Map((await ownRates(db, known, session, since())).map((row) => [row.code, row]));
    return { rates: codes.flatMap((code) => rates.get(code) ?? []) };
  });

  route(app, 'GET /api/fixings/currencies', () => bookOf(book).currencies.map(toCurrency));

  route(app, 'POST /api/fixings/update', async ({ session, body }, reply) => {
    const { user, company } = ownBureau(session);
    const known = bookOf(book);
    const { currency, ...asked } = readFixing(body, known);
    const { isDone, current } = await updateFixing(
      db,
      { ...asked, companyId: company.id, user, code: currency.code, act: actOf(session, now()) },
      config,
    );
    const row = toRow(
      { base: asked.base, currency: toCurrency(currency), company: company.name, amounts: current },
      since(),
    );
    if (isDone) return row;
    const conflict: FixingConflict = {
      message: conflictSentence(row, body.amounts),
      code: 'fixing_changed',
      current: row,
    };
    return reply.code(409).send(conflict);
  });
}

/** Says who was first, with what, and what was about to be saved over it. */
function conflictSentence({ code, by, purchase, sale }: RateRow, asked: FixingRequest['amounts']): string {
  const who = by ? `${by.name} ${by.surname}`.trim() : 'Un collègue';
  const theirs = sayAmounts({ purchase, sale });
  return `Le taux de la devise ${code} a changé entre-temps. ${who} a fixé ${theirs} ; vous alliez enregistrer ${sayAmounts(asked)}.`;
}

function sayAmounts({ purchase, sale }: FixingRequest['amounts']): string {
  return [
    isLeftEmpty(purchase) ? [] : `achat ${formatFixing(purchase)}`,
    isLeftEmpty(sale) ? [] : `vente ${formatFixing(sale)}`,
  ]
    .flat()
    .join(' et ');
}

function seesOwn(session: Session): boolean {
  return holds(session, 'fixings.list.me');
}

/** Every currency but the base; none for who works for no bureau, since no amount could be set there. */
async function ownRates(db: Db, book: RateBook, { company }: Session, since: Since): Promise<RateRow[]> {
  if (!company) return [];
  const fixings = new Map((await listCompanyFixings(db, company.id)).map((row) => [row.code, row]));
  const base = baseOf(book);
  return book.currencies
    .filter((currency) => currency !== base)
    .map((currency) => {
      const amounts = fixings.get(currency.code) ?? null;
      return toRow(
        { base: base.code, currency: toCurrency(currency), company: company.name, amounts },
        since,
      );
    });
}

function filterOf({ company = '', currency = '', q = '' }: RatesQuery): RatesFilter {
  return {
    ...(company !== '' &&
      (/^\d{1,9}$/.test(company) ? { companyId: Number(company) } : { companyName: company })),
    ...(currency !== '' && { code: currency.toUpperCase() }),
    ...(q.trim() !== '' && { text: q }),
  };
}

/** Whose rates a session sets; an HttpError when it works for no bureau. */
function ownBureau({ user, company }: Session) {
  if (company) return { user, company };
  const sentence = 'Votre compte n’est rattaché à aucun bureau : il n’a pas de taux à fixer.';
  throw new HttpError(409, 'no_company', sentence);
}

/** What is asked, exactly; or an HttpError that says which field is wrong. */
function readFixing({ currency: { code }, base, amounts, updated_at }: FixingRequest, book: RateBook) {
  const known = baseOf(book);
  if (base !== known.code) {
    throw new HttpError(400, 'wrong_base', `La devise de base doit être ${known.code}.`);
  }
  const currency = fixableCurrency(book, code);
  const purchase = readAmount('purchase', amounts.purchase);
  const sale = readAmount('sale', amounts.sale);
  if (purchase === null && sale === null) {
    const sentence = 'L’achat et la vente sont vides : donnez au moins un montant.';
    throw new HttpError(400, 'no_amount', sentence);
  }
  return { base, currency, purchase, sale, seenAt: readSeenAt(updated_at) };
}

/** As SQL's numeric; null when it is left empty. */
function readAmount(side: 'purchase' | 'sale', amount: number | '' | null | undefined): string | null {
  if (isLeftEmpty(amount)) return null;
  const exact = fixingAmount(amount);
  if (exact) return decimalText(exact);
  throw new HttpError(
    400,
    'invalid_amount',
    `Le champ « ${nameOfField(['amounts', side])} » doit être positif, inférieur à 10 000 000, d’au plus 8 décimales et 15 chiffres.`,
  );
}

function readSeenAt(text: string | null | undefined): Date | null | undefined {
  return text === undefined || text === null ? text : readInstant(text);
}
