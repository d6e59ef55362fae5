import { sql } from 'kysely';
import { administratorScopes, bookingScopes } from '#domain/iam/presets.ts';
import { notesAt } from '#domain/reservations/note-amounts.ts';
import { DEFAULT_TERMS, type ReservationTerms } from '#domain/terms/terms.ts';
import type { Db } from '../db/open.ts';
import { demoAccounts } from './accounts.ts';
import { insertAll } from './insert-all.ts';
import { BASE } from './mid-rates.ts';

type Modes = ReservationTerms['modes'];
const { counter, airport, hotel } = DEFAULT_TERMS.modes;
const modes = (overrides: Partial<Modes>): Modes => ({ ...DEFAULT_TERMS.modes, ...overrides });
const atAirports = { ...airport, is_offered: true };

const NOTES: NonNullable<ReservationTerms['denominations']> = [
  { currency: 'USD', values: [1, 5, 10, 20, 50, 100] },
  { currency: 'GBP', values: [10, 20, 50] },
  { currency: 'CHF', values: [10, 20, 50, 100, 200] },
  { currency: 'JPY', values: [1_000, 5_000, 10_000] },
  { currency: 'CAD', values: [20, 50, 100] },
];

/** Companies of the beta by logo, with their reservation terms. */
const BETA: Readonly<Record<string, Partial<ReservationTerms>>> = {
  'zephyr-devises': {
    modes: modes({ airport: { ...atAirports, minimum: 100 } }),
    accepts_up_to: 500,
    notes: ['small', 'choice'],
    denominations: NOTES,
    takes_better_rate: true,
    buy_back: { share: 50, days: 30, percent_off: 1.5 },
  },
  'comptoir-saint-lazare': {
    modes: modes({ counter: { ...counter, delay_minutes: 30 } }),
    accepts_up_to: 300,
    notes: ['small'],
    denominations: [
      { currency: 'USD', values: [5, 10, 20, 50, 100] },
      { currency: 'THB', values: [100, 500, 1_000] },
    ],
  },
  'escale-change': {
    modes: modes({ airport: { ...atAirports, delay_minutes: 90 } }),
    maximum: 3_000,
    hold_hours: 24,
  },
  'boreal-change': {
    modes: modes({ counter: { ...counter, delay_minutes: 120 } }),
    answer_minutes: 180,
    buy_back: { share: 30, days: 15, percent_off: 2 },
  },
  'change-du-capitole': {
    hold_hours: 72,
    notes: ['choice'],
    denominations: NOTES.filter(({ currency }) => currency !== 'CAD'),
    takes_better_rate: true,
  },
  aerochange: {
    modes: modes({ airport: { ...atAirports, fee: 4 }, hotel: { ...hotel, is_offered: true, minimum: 200 } }),
    maximum: 2_000,
    accepts_up_to: 150,
  },
};

const FREQUENT = 'USD GBP CHF JPY CAD'.split(' ');
const FREQUENT_WORTH = 8_000;
const OTHER_WORTH = 1_500;
const BASE_READY = 6_000;

/**
 * Admits the companies of the beta with terms, stocks derived from their fixings, and scopes. `ids`: companies by logo.
 */
export async function seedBookings(trx: Db, ids: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const bureaux = Object.entries(BETA).map(([logo, terms]) => ({ id: ids.get(logo) ?? 0, terms }));
  await insertAll(
    trx,
    'reservation_terms',
    bureaux.map(({ id, terms }) => ({
      company_id: id,
      admitted_at: now,
      terms: JSON.stringify({ ...DEFAULT_TERMS, ...terms }),
      updated_at: now,
    })),
  );
  const companies = bureaux.map(({ id }) => id);
  const codes = await trx.selectFrom('currencies').select('code').execute();
  const smallest = bureaux.flatMap(({ id, terms }) =>
    codes.map(({ code }) => ({ id, code, note: notesAt(terms, code)[0] ?? 1 })),
  );
  // figures with two significant digits, in notes
  await sql`
    INSERT INTO stocks (company_id, branch, currency_code, ready)
    SELECT company_id, branches.id, currency_code, ceil(round(held.amount, 1 - floor(log(held.amount))::int) / note) * note
    FROM branches JOIN fixings USING (company_id)
    JOIN unnest(${smallest.map(({ id }) => id)}::int[], ${smallest.map(({ code }) => code)}::text[],
      ${smallest.map(({ note }) => note)}::int[]) AS smallest (company_id, currency_code, note)
      USING (company_id, currency_code)
    CROSS JOIN LATERAL (
      SELECT sale * CASE WHEN currency_code = any(${FREQUENT}::text[]) THEN ${FREQUENT_WORTH}::int ELSE ${OTHER_WORTH}::int END AS amount
    ) AS held
    WHERE company_id = any(${companies}::int[]) AND closed_at IS NULL AND held.amount > 0
    UNION ALL
    SELECT company_id, id, ${BASE}, ${BASE_READY}::int FROM branches
    WHERE company_id = any(${companies}::int[]) AND closed_at IS NULL`.execute(trx);
  await insertScopes(trx, companies);
}

/** Admitted companies of the beta, that of agent2@ first. `ids`: companies by logo. */
export async function selectBeta(trx: Db, ids: ReadonlyMap<string, number>): Promise<number[]> {
  const rows = await trx
    .selectFrom('reservation_terms')
    .where('admitted_at', 'is not', null)
    .select('company_id')
    .execute();
  const admitted = new Set(rows.map(({ company_id }) => company_id));
  return Object.keys(BETA)
    .map((logo) => ids.get(logo) ?? 0)
    .filter((id) => admitted.has(id));
}

async function insertScopes(trx: Db, companies: readonly number[]): Promise<void> {
  const admin = demoAccounts.find(({ role }) => role === 'administrateur')?.mail ?? '';
  const sights = administratorScopes.filter((scope) =>
    /^(dashbord|orders|reservations|clients)\./.test(scope),
  );
  await sql`
    INSERT INTO user_scopes (user_id, scope)
    SELECT users.id, granted.scope FROM users CROSS JOIN unnest(${bookingScopes}::text[]) AS granted (scope)
    WHERE company_id = any(${companies}::int[])
      AND EXISTS (SELECT FROM user_scopes WHERE user_id = users.id AND user_scopes.scope = 'orders.list.me')
    UNION ALL
    SELECT users.id, granted.scope FROM users CROSS JOIN unnest(${sights}::text[]) AS granted (scope)
    WHERE mail = ${admin} AND role = 'administrateur'
    ON CONFLICT DO NOTHING`.execute(trx);
}
