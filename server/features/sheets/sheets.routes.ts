import type { FastifyInstance } from 'fastify';
import type { FixingConflict } from '#domain/rates/fixing.ts';
import { sinceOf } from '#domain/rates/freshness.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { BookCurrency, RateBook } from '../../book/rate-book.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { actOf } from '../../http/actor.ts';
import { nameOfField } from '../../http/field-names.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import type { Session } from '../../http/session.ts';
import { findRateOwner } from '../rates/find-rate-owner.ts';
import { lockCompanyFixings } from '../rates/fixings.queries.ts';
import { baseOf, findFixableCurrency, readInstant, toCurrency, toRow } from '../rates/rate-row.ts';
import type { FixingAmounts } from '../rates/rates.queries.ts';
import { requireOwnCompany } from '../rates/read-fixing.ts';
import { suspendFixing } from '../rates/suspend-fixing.ts';
import { readSheet } from './read-sheet.ts';
import { removeFixing } from './remove-fixing.ts';
import { findSheet, findTableForm, notifySheet, saveSheet, saveTableForm } from './sheets.queries.ts';

/** Milliseconds. A longer suspension is refused, because nobody plans its end. */
const LONGEST_SUSPENSION = 366 * 24 * 3_600_000;

type Parts = { db: Db; book: FollowedBook; config: Config; now: () => Date };

export function registerSheets(app: FastifyInstance, { db, book, config, now }: Parts): void {
  const since = () => sinceOf(config, now());
  const sheetOf = ({ company }: ReturnType<typeof requireOwnCompany>, branch: number | null) =>
    readSheet(db, { book: bookOf(book), company, branch, since: since(), at: now() });
  const rowOf = (known: RateBook, session: Session, currency: BookCurrency, amounts: FixingAmounts | null) =>
    toRow(
      {
        base: baseOf(known).code,
        currency: toCurrency(currency),
        company: requireOwnCompany(session).company.name,
        amounts,
      },
      since(),
    );

  route(app, 'GET /api/fixings/sheet', async ({ session, query }) => {
    const known = bookOf(book);
    if (session.company) {
      const { branch } = await findRateOwner(db, session.company.id, query.branch);
      return sheetOf(requireOwnCompany(session), branch);
    }
    const at = now().toISOString();
    return {
      base: baseOf(known).code,
      is_made: false,
      quote_unit: 'per_base' as const,
      at,
      rows: [],
      counters: [],
    };
  });

  route(app, 'POST /api/fixings/sheet', async ({ session, body }) => {
    const bureau = requireOwnCompany(session);
    const known = bookOf(book);
    const owner = await findRateOwner(db, bureau.company.id, body.branch);
    const codes = body.currencies.map((code) => findFixableCurrency(known, code).code);
    const twice = codes.find((code, index) => codes.indexOf(code) !== index);
    if (twice !== undefined) {
      throw new HttpError(400, 'twice', `La devise ${twice} est donnée deux fois.`);
    }
    await db.transaction().execute(async (trx) => {
      await lockCompanyFixings(trx, bureau.company.id);
      const sheet = { ...owner, codes, quoteUnit: body.quote_unit, at: now() };
      const stored = await findSheet(trx, owner);
      if (body.seen !== undefined && !matchesSeenSheet(stored?.codes ?? null, body.seen))
        throw sheetChanged();
      await saveSheet(trx, sheet);
      await notifySheet(trx, bureau.company.id);
    });
    return sheetOf(bureau, owner.branch);
  });

  route(app, 'GET /api/fixings/table-form', async ({ session }) =>
    session.company ? findTableForm(db, session.company.id) : null,
  );

  route(app, 'POST /api/fixings/table-form', async ({ session, body }) => {
    const { company } = requireOwnCompany(session);
    await saveTableForm(db, company.id, body, now());
    return body;
  });

  route(app, 'POST /api/fixings/leave', async ({ session, body }, reply) => {
    const { user, company } = requireOwnCompany(session);
    const known = bookOf(book);
    const currency = findFixableCurrency(known, body.currency.code);
    const { isDone, current } = await removeFixing(db, {
      ...(await findRateOwner(db, company.id, body.branch)),
      userId: user.id,
      base: baseOf(known).code,
      code: currency.code,
      seenAt: body.updated_at === null ? null : readInstant(body.updated_at),
      isSeen: body.tells_travellers ?? false,
      at: now(),
    });
    const row = rowOf(known, session, currency, current);
    if (isDone) return row;
    const message = `Le taux de la devise ${row.code} a changé entre-temps. La devise reste dans vos taux.`;
    const conflict: FixingConflict = { message, code: 'fixing_changed', current: row };
    return reply.code(409).send(conflict);
  });

  route(app, 'POST /api/fixings/suspend', async ({ session, body }) => {
    const { company } = requireOwnCompany(session);
    const known = bookOf(book);
    const currency = findFixableCurrency(known, body.currency.code);
    const { purchase, sale } = body;
    if (purchase === undefined && sale === undefined) {
      throw new HttpError(400, 'no_side', 'Choisissez l’achat, la vente ou les deux.');
    }
    const until = body.until === undefined ? undefined : readEnd(body.until, now());
    const act = actOf(session, now());
    const owner = await findRateOwner(db, company.id, body.branch);
    const isSeen = body.tells_travellers ?? false;
    const suspension = { ...owner, code: currency.code, purchase, sale, until, isSeen, act };
    return rowOf(known, session, currency, await suspendFixing(db, suspension));
  });
}

/** A seen sheet lists served currencies behind the placed ones. */
function matchesSeenSheet(stored: readonly string[] | null, seen: readonly string[] | null): boolean {
  if (stored === null || seen === null) return stored === seen;
  return stored.every((code, i) => code === seen[i]);
}

function sheetChanged(): HttpError {
  const sentence = 'Un collègue a changé la feuille entre-temps. La voici, refaites votre changement.';
  return new HttpError(409, 'sheet_changed', sentence);
}

function readEnd(text: string, at: Date): Date {
  const end = readInstant(text, 'until');
  const wait = end.getTime() - at.getTime();
  if (wait > 0 && wait <= LONGEST_SUSPENSION) return end;
  const sentence = `Le champ « ${nameOfField(['until'])} » doit être à venir, et dans moins d’un an.`;
  throw new HttpError(400, 'invalid_until', sentence);
}
