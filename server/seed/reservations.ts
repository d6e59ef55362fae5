import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { BranchKind } from '#domain/branches/branch.ts';
import { branchRate } from '#domain/branches/branch-rate.ts';
import { dayAt } from '#domain/branches/open-state.ts';
import { amountOf, centsOf } from '#domain/money/cents.ts';
import { decimalNumber, decimalText } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { CODES, codeOf } from '#domain/reservations/code.ts';
import { heldUntil, noShowAt } from '#domain/reservations/deadlines.ts';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';
import { findNeighbours, notesAt } from '#domain/reservations/note-amounts.ts';
import { handedOver, worth } from '#domain/reservations/price.ts';
import { promisedOf } from '#domain/reservations/promise.ts';
import type { Notes } from '#domain/reservations/reservation.ts';
import { isOpen, releasesStock } from '#domain/reservations/states.ts';
import {
  choiceOf,
  findWrongAmount,
  isAcceptedAtOnce,
  modeOf,
  type ReservationTerms,
} from '#domain/terms/terms.ts';
import { readDecimal } from '../db/numeric.ts';
import type { Db } from '../db/open.ts';
import {
  insertEvent,
  insertReservation,
  updateState,
} from '../features/reservations/reservations.queries.ts';
import { issueSlip } from '../features/reservations/slips.queries.ts';
import { returnStock, takeStock } from '../features/reservations/stocks.queries.ts';
import { BASE } from './mid-rates.ts';
import { type Course, openCourses, PAST_DAYS, pastCourse, type Step } from './past-reservations.ts';
import { createRandom } from './random.ts';

const REQUESTED_CURRENCIES = 'USD USD USD USD GBP GBP GBP CHF JPY MAD THB TRY'.split(' ');
const REQUESTED_WORTHS = [120, 150, 200, 250, 300, 350, 400, 480] as const;
/** Ratio of reservations to purchases of leftover notes. */
const PURCHASE_EVERY = 6;
const PAST_OF_FIRST = 34;
const PAST = 9;

/** Fictional numbers (Arcep) and addresses without mailboxes. */
const NAMES = (
  'Léa Hugo Inès Malik Chloé Yann Sarah Théo Nadia Paul Camille Omar Jeanne Louis Aïcha Marc Élise Victor Lina Karim ' +
  'Maud Simon Awa Rémi'
).split(' ');

type SeededBranch = {
  id: number;
  kind: BranchKind;
  timeZone: string;
  buysBack: boolean;
  takesCards: boolean;
  percent: number;
};
type SeededCompany = {
  companyId: number;
  terms: ReservationTerms;
  userId: number | null;
  branches: readonly SeededBranch[];
  rates: ReadonlyMap<string, { purchase: string | null; sale: string | null; updatedAt: Date }>;
};
type Planned = { bureau: SeededCompany; course: Course; traveller: number; draw: () => number };

/**
 * Inserts reservations of the last weeks and open ones, in the order of time, through the production queries and their
 * checks. Sends no mail.
 */
export async function seedReservations(trx: Db, companyIds: readonly number[], now: Date): Promise<void> {
  const bureaux = await Promise.all(companyIds.map((id) => selectSeededCompany(trx, id)));
  const travellers = await insertTravellers(trx, now);
  const planned = bureaux.flatMap((bureau, i) => {
    const draw = createRandom(7_000 + i);
    const count = i === 0 ? PAST_OF_FIRST : PAST;
    const past = Array.from({ length: count }, () =>
      pastCourse(now, 1 + Math.floor(draw() * PAST_DAYS), draw),
    );
    return [...past.filter((course) => course !== null), ...openCourses(now)].map(
      (course, n): Planned => ({
        bureau,
        course,
        draw,
        traveller: travellers[(i * 4 + n) % travellers.length] ?? 0,
      }),
    );
  });
  const written: { at: Date; write: () => Promise<void> }[] = [];
  for (const reservation of planned) {
    const row = drawReservation(reservation);
    if (!row) continue;
    const { isAtOnce } = row;
    const told: { id: number; stockId: number } = { id: 0, stockId: 0 };
    written.push({
      at: reservation.course.requestedAt,
      write: async () => {
        const stockId = await takeStock(trx, row.stock, row.values.handed_over);
        // the day's stock is exhausted
        if (stockId === null) return;
        told.stockId = stockId;
        const made = await insertReservation(trx, { ...row.values, stock_id: stockId }, { code: row.code });
        told.id = made?.id ?? 0;
        if (told.id)
          await insertEvent(trx, told.id, {
            at: row.values.requested_at,
            kind: 'requested',
            actor: 'traveller',
          });
      },
    });
    for (const step of reservation.course.steps) {
      const byTerms = isAtOnce && step.to === 'accepted';
      const [at, userId] = byTerms
        ? [reservation.course.requestedAt, null]
        : [step.at, reservation.bureau.userId];
      written.push({
        at,
        write: async () => {
          if (told.id) await writeStep(trx, { ...told, row, step: { ...step, at }, userId });
        },
      });
    }
  }
  for (const { write } of written.sort((a, b) => a.at.getTime() - b.at.getTime())) await write();
  const [first] = bureaux;
  if (first) await updateToNearlyExhausted(trx, first, dayAt(now.getTime(), COUNTER_ZONE));
}

async function updateToNearlyExhausted(
  trx: Db,
  { companyId, terms }: SeededCompany,
  today: string,
): Promise<void> {
  const stock = await trx
    .selectFrom('stocks')
    .where('company_id', '=', companyId)
    .where('day', '>', today)
    .where('promised', '>', '0')
    .where('currency_code', '!=', BASE)
    .select(['id', 'currency_code as code'])
    .orderBy(sql`currency_code = 'USD'`)
    .orderBy('id')
    .executeTakeFirst();
  if (!stock) return;
  const note = notesAt(terms, stock.code)[0] ?? 1;
  await sql`
    UPDATE stocks SET ready = ceil(promised * 1.15 / ${note}::int) * ${note}::int, follows = false
    WHERE id = ${stock.id}`.execute(trx);
}

type Row = NonNullable<ReturnType<typeof drawReservation>>;

async function writeStep(
  trx: Db,
  {
    id,
    stockId,
    row,
    step,
    userId,
  }: { id: number; stockId: number; row: Row; step: Step; userId: number | null },
): Promise<void> {
  const { to, actor, at, reason = null } = step;
  const dueAt = new Date(noShowAt(row.values.pickup_at.getTime()));
  await updateState(trx, id, { state: to, at, ...(isOpen(to) && { dueAt }) });
  await insertEvent(trx, id, { at, kind: to, actor, reason, userId: actor === 'bureau' ? userId : null });
  if (to === 'collected') await issueSlip(trx, id, at);
  if (releasesStock(to)) await returnStock(trx, stockId, row.values.handed_over);
}

/** null: outside the company's terms. */
function drawReservation({ bureau, course, traveller, draw }: Planned) {
  const { companyId, terms, branches, rates } = bureau;
  const pick = <T>(of: readonly T[]) => of[Math.floor(draw() * of.length)];
  const { requestedAt, pickupAt, steps } = course;
  const branch = pick(branches.filter((one) => isOpenFor(one, terms, requestedAt, pickupAt)));
  const [code = '', usual = 0] = [pick(REQUESTED_CURRENCIES), pick(REQUESTED_WORTHS)];
  // an automatic acceptance is neither awaited nor declined
  const isAnswered = steps[0]?.to === 'accepted';
  const value = isAnswered ? usual : Math.max(usual, (terms.accepts_up_to ?? 0) + REQUESTED_WORTHS[0]);
  const [isBroughtBack, isByCard, key] = [
    draw() * PURCHASE_EVERY < 1,
    draw() < 0.4,
    Math.floor(draw() * CODES),
  ];
  const fixed = rates.get(code);
  const mode = branch && modeOf(branch.kind);
  if (!branch || !mode || !fixed) return null;
  const side: FixingSide = isBroughtBack && branch.buysBack && fixed.purchase ? 'purchase' : 'sale';
  const board = side === 'sale' ? fixed.sale : fixed.purchase;
  const rate = board === null ? null : branchRate(side, readDecimal(board), branch.percent);
  if (!rate) return null;
  const fee = centsOf(terms.modes[mode].fee) ?? 0;
  const target = side === 'sale' ? 'wish' : 'offer';
  const amount = roundTo(value * decimalNumber(rate)) * 100;
  const [smallest] = notesAt(terms, code);
  const wished = selectNotes(terms, side === 'sale' ? code : BASE);
  const chosen = side === 'sale' ? wished.denominations : [];
  const price =
    smallest === undefined
      ? null
      : findNeighbours({ side, target, amount, rate, fee }, smallest, chosen).below;
  if (!price || findWrongAmount(terms, mode, worth(side, price), BASE)) return null;
  const held = heldUntil(requestedAt.getTime(), terms);
  // rates of a short validity allow only an earlier pickup
  if (pickupAt.getTime() > held) return null;
  const handed = String(amountOf(handedOver(side, price)));
  const request_key = `demo-${companyId}-${key}`;
  return {
    code: codeOf(key),
    stock: {
      companyId,
      branch: branch.id,
      code: side === 'sale' ? code : BASE,
      day: dayAt(pickupAt.getTime(), branch.timeZone),
    },
    isAtOnce: isAcceptedAtOnce(terms, worth(side, price)),
    values: {
      company_id: companyId,
      branch: branch.id,
      traveller_id: traveller,
      request_key,
      side,
      mode,
      request_hash: createHash('sha256').update(request_key).digest(),
      base: BASE,
      currency_code: code,
      rate: decimalText(rate),
      fixed_at: new Date(Math.min(fixed.updatedAt.getTime(), requestedAt.getTime())),
      offered: String(amountOf(price.offered)),
      received: String(amountOf(price.received)),
      fee: String(amountOf(price.fee)),
      handed_over: handed,
      payment: side === 'sale' && branch.takesCards && isByCard ? ('card' as const) : ('cash' as const),
      ...wished,
      promise: JSON.stringify(promisedOf(terms, code)),
      pickup_at: pickupAt,
      held_until: new Date(held),
      requested_at: requestedAt,
      updated_at: requestedAt,
      due_at: steps.length > 0 ? new Date(noShowAt(pickupAt.getTime())) : course.dueAt,
    },
  };
}

function selectNotes(terms: ReservationTerms, currency: string): { notes: Notes; denominations: number[] } {
  const [notes = ''] = terms.notes;
  if (notes !== 'choice') return { notes, denominations: [] };
  const denominations = choiceOf(terms, currency).slice(1, 3);
  return { notes: denominations.length > 0 ? notes : '', denominations };
}

/** Respects the company's delay. Stations and airports are open on weekends too. */
function isOpenFor(
  { kind, timeZone }: SeededBranch,
  terms: ReservationTerms,
  asked: Date,
  pickup: Date,
): boolean {
  const mode = modeOf(kind);
  const weekday = new Date(dayAt(pickup.getTime(), timeZone)).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  if (mode === null || (isWeekend && kind !== 'station' && kind !== 'airport')) return false;
  return pickup.getTime() - asked.getTime() >= terms.modes[mode].delay_minutes * 60_000;
}

function roundTo(amount: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);
  return Math.round(amount / step) * step;
}

async function selectSeededCompany(trx: Db, companyId: number): Promise<SeededCompany> {
  const { terms } = await trx
    .selectFrom('reservation_terms')
    .where('company_id', '=', companyId)
    .select('terms')
    .executeTakeFirstOrThrow();
  const branches = await trx
    .selectFrom('branches')
    .where('company_id', '=', companyId)
    .where('closed_at', 'is', null)
    // branches with the company's rates
    .where('rates', '!=', 'own')
    .where('sells', '=', true)
    .select(['id', 'kind', 'time_zone as timeZone', 'buys_back as buysBack', 'takes_cards as takesCards'])
    .select(sql<number>`(coalesce(percent, 0) * 100)::int`.as('percent'))
    .orderBy('id')
    .execute();
  const fixings = await trx
    .selectFrom('fixings')
    .where('company_id', '=', companyId)
    .where('currency_code', 'in', [...new Set(REQUESTED_CURRENCIES)])
    .select(['currency_code as code', 'purchase', 'sale', 'updated_at as updatedAt'])
    .execute();
  const user = await trx
    .selectFrom('users')
    .innerJoin('user_scopes', 'user_id', 'users.id')
    .where('company_id', '=', companyId)
    .where('scope', '=', 'orders.edit.me')
    .select('users.id')
    .orderBy('users.id')
    .executeTakeFirst();
  const offered = branches.filter(({ kind }) => {
    const mode = modeOf(kind);
    return mode !== null && terms.modes[mode].is_offered;
  });
  const rates = new Map(fixings.map(({ code, ...rate }) => [code, rate]));
  return { companyId, terms, userId: user?.id ?? null, branches: offered, rates };
}

async function insertTravellers(trx: Db, now: Date): Promise<number[]> {
  const created_at = new Date(now.getTime() - (PAST_DAYS + 1) * 24 * 3_600_000);
  const rows = await trx
    .insertInto('travellers')
    .values(
      NAMES.map((name, i) => ({
        email: `${name
          .normalize('NFD')
          .replaceAll(/[^A-Za-z]/g, '')
          .toLowerCase()}@voyageurs.example`,
        first_name: name,
        phone: i % 3 === 0 ? '' : `06 39 98 ${String(10 + i)} ${String(90 - i)}`,
        keeps_account: i % 2 === 0,
        created_at,
        seen_at: now,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
