import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addManyBureaux, listed, openTestBook, type TestBook } from '../testing/followed-book.ts';
import {
  aBranchRow,
  aClosureRow,
  aCompanyRow,
  aCurrencyRow,
  aFixingRow,
  aMidRateRow,
} from '../testing/rows.ts';
import { plainForm } from './plain-form.ts';
import { loadRateBook } from './rate-book.queries.ts';
import type { RateBook } from './rate-book.ts';

let opened: TestBook;

beforeEach(async () => {
  opened = await openTestBook();
  await vi.waitFor(() => expect(opened.followed.isLive()).toBe(true), SOON);
});

afterEach(() => opened.close());

/** On a machine that also does other things: `npm run proof` measures how soon. */
const SOON = { timeout: 20_000, interval: 10 };
const current = () => opened.followed.current();
const db = () => opened.database.db;

async function fix(companyId: number, currency_code: string, sale: string): Promise<void> {
  await db()
    .insertInto('fixings')
    .values(aFixingRow({ company_id: companyId, currency_code, sale, updated_at: new Date() }))
    .onConflict((conflict) => conflict.columns(['company_id', 'currency_code']).doUpdateSet({ sale }))
    .execute();
}

async function setQuai(fields: { name?: string; suspended_at?: Date | null }): Promise<void> {
  await db().updateTable('companies').set(fields).where('id', '=', opened.companyId).execute();
}

/** Who sells the dollar, best first, and at what. */
function dollars(): [name: string, sale: number][] {
  return listed(current(), 'USD', true).map(({ company, rate }) => [company.name, rate]);
}

/** Everything that the book shows. */
function picture(book: RateBook | null) {
  return {
    currencies: book?.currencies,
    offers: book?.currencies.flatMap(({ code }) => [listed(book, code, true), listed(book, code, false)]),
    companies: book?.companies.length,
    fixings: book?.fixingCount,
    sites: book?.companies.map(({ site }) => [site, book.companyBySite(site)?.name]).sort(),
  };
}

test('a bureau that is suspended vanishes from the book that is there, and comes back with what it fixed meanwhile', async () => {
  await fix(opened.companyId, 'USD', '1.10');
  await fix(opened.companyId, 'ZAR', '18');
  await vi.waitFor(() => expect(current()?.fixingCount).toBe(2), SOON);
  const book = current();
  await setQuai({ suspended_at: new Date() });
  await vi.waitFor(() => expect(current()?.companies.length).toBe(0), SOON);
  expect(current()?.fixingCount).toBe(0);
  expect(current()?.companyBySite('https://quai.example')).toBeUndefined();
  await fix(opened.companyId, 'USD', '1.11');
  await setQuai({ suspended_at: null });
  await vi.waitFor(() => expect(dollars()).toEqual([['Quai', 1.11]]), SOON);
  expect(current()?.fixingCount).toBe(2);
  expect(current()?.companyBySite('https://quai.example')?.name).toBe('Quai');
  expect(current()).toBe(book);
});

test('a branch that opens, moves, pays less or closes is in the book at once, and so are hours', async () => {
  await fix(opened.companyId, 'USD', '1.10');
  await vi.waitFor(() => expect(dollars()).toEqual([['Quai', 1.1]]), SOON);
  const book = current();
  const branches = () => current()?.companies[0]?.branches;
  const values = { company_id: opened.companyId, name: 'Part-Dieu', kind: 'station', city: 'Lyon' } as const;
  const { id } = await db()
    .insertInto('branches')
    .values(aBranchRow({ ...values, hours: 'Mo-Fr 09:00-18:00' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await vi.waitFor(() => expect(branches()).toMatchObject([{ id, position: null, percent: 0 }]), SOON);
  const change = (set: object) => db().updateTable('branches').set(set).where('id', '=', id).execute();
  await change({ lat: 45.7606, lon: 4.8593, rates: 'percent', percent: '-8.5' });
  await vi.waitFor(() => expect(branches()).toMatchObject([{ position: { lat: 45.7606 } }]), SOON);
  expect(dollars()).toEqual([['Quai', 1.0065]]);
  await fix(opened.companyId, 'USD', '1.20');
  await vi.waitFor(() => expect(dollars()).toEqual([['Quai', 1.098]]), SOON);
  const key = { hours: 'Mo-Fr 09:00-18:00', holidays_region: 'FR', closed_on_holidays: true };
  const stretches = [['2026-11-23', 1_763_884_800_000, 1_763_917_200_000]];
  await db()
    .insertInto('opening_times')
    .values({
      ...key,
      time_zone: 'Europe/Paris',
      from_day: '2026-11-23',
      to_day: '2026-12-01',
      stretches: JSON.stringify(stretches),
    })
    .execute();
  const opening = () => current()?.openings.get(branches()?.[0]?.openingKey ?? '');
  await vi.waitFor(
    () => expect(opening()).toEqual({ stretches, until: Date.parse('2026-12-01T00:00:00+01:00') }),
    SOON,
  );
  const closure = aClosureRow({ branch_id: id, from_day: '2026-12-24', to_day: '2026-12-26' });
  await db().insertInto('branch_closures').values(closure).execute();
  await vi.waitFor(
    () =>
      expect(branches()?.[0]?.closures).toEqual([
        { from_day: '2026-12-24', to_day: '2026-12-26', reason: '' },
      ]),
    SOON,
  );
  await change({ closed_at: new Date() });
  await vi.waitFor(() => expect(branches()).toEqual([]), SOON);
  expect(dollars()).toEqual([['Quai', 1.2]]);
  expect(current()).toBe(book);
});

test('a bureau whose new name stands elsewhere is ranked by it, at its rates', async () => {
  await db()
    .insertInto('companies')
    .values(
      ['Pont', 'Rive'].map((name) =>
        aCompanyRow({ name, logo: name.toLowerCase(), site: `https://${name}` }),
      ),
    )
    .execute();
  await vi.waitFor(() => expect(current()?.companies.length).toBe(3), SOON);
  const rows = await db().selectFrom('companies').select(['id', 'name']).execute();
  for (const { id } of rows) await fix(id, 'USD', '1.10');
  const names = () => dollars().map(([name]) => name);
  await vi.waitFor(() => expect(names()).toEqual(['Pont', 'Quai', 'Rive']), SOON);
  await setQuai({ name: 'Abri' });
  await vi.waitFor(() => expect(names()).toEqual(['Abri', 'Pont', 'Rive']), SOON);
  await setQuai({ name: 'Zinc' });
  await vi.waitFor(() => expect(names()).toEqual(['Pont', 'Rive', 'Zinc']), SOON);
});

test('while everything is read again a suspension shows in the book that still answers, and in the next one', async () => {
  await addManyBureaux(opened.database, 2_000);
  await fix(opened.companyId, 'USD', '1.10');
  await vi.waitFor(() => expect(dollars()).toHaveLength(1), SOON);
  await vi.waitFor(() => expect(opened.followed.isLive()).toBe(true), SOON);
  const before = current();
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`SELECT note_changes('["all"]')`.execute(trx);
      await trx
        .updateTable('companies')
        .set({ suspended_at: new Date() })
        .where('id', '=', opened.companyId)
        .execute();
    });
  while (current() === before && dollars().length > 0) await setImmediate();
  expect(current()).toBe(before);
  while (current() === before) await setImmediate();
  expect(dollars()).toEqual([]);
});

test('no name and no fixing is shown after the one that followed it, and none goes away, whatever is read again', async () => {
  await addManyBureaux(opened.database, 500);
  await fix(opened.companyId, 'USD', '1.00');
  await setQuai({ name: 'n0x' });
  await vi.waitFor(() => expect(dollars()).toEqual([['n0x', 1]]), SOON);
  let isOver = false;
  const rising = (async () => {
    for (let i = 1; i <= 90; i++) {
      // among the others: it moves nearly each time
      if (i % 3 === 0) await setQuai({ name: `n${i}x` });
      if (i % 15 === 0) await sql`SELECT note_changes('["all"]')`.execute(db());
      await fix(opened.companyId, 'USD', String(1 + i / 1_000));
    }
    await vi.waitFor(() => expect(dollars()).toEqual([['n90x', 1.09]]), SOON);
  })().finally(() => {
    isOver = true;
  });
  let shown = [0, 0];
  while (!isOver) {
    await setImmediate();
    const offers = dollars();
    expect(offers).toHaveLength(1);
    const [name = '', sale = 0] = offers[0] ?? [];
    const now = [Number(name.slice(1, -1)), sale];
    expect(now[0]).toBeGreaterThanOrEqual(shown[0] ?? 0);
    expect(now[1]).toBeGreaterThanOrEqual(shown[1] ?? 0);
    shown = now;
  }
  await rising;
});

const NAMES = ['Abri', 'Écu', 'Pont', 'Quai', 'Zinc'];
const bureau = fc.nat(3);
const code = fc.constantFrom('USD', 'ZAR', 'MAD');
const sale = fc.integer({ min: 1_000, max: 1_003 }).map((n) => String(n / 1_000));
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('fix' as const), bureau, code, sale }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unfix' as const), bureau, code }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('name' as const), bureau, name: fc.constantFrom(...NAMES) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('suspend' as const), bureau, isSuspended: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mid rate' as const), code, rate: sale }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), bureau }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('all' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lost' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Four bureaux of which some, as the MAD, are not there until a step makes them. */
async function apply(change: Step): Promise<void> {
  if (change.kind === 'all') await sql`SELECT note_changes('["all"]')`.execute(db());
  else if (change.kind === 'lost') {
    await opened.relay.cut();
    await opened.relay.mend();
  } else if (change.kind === 'mid rate') {
    const { code: currency_code, rate } = change;
    await db()
      .insertInto('mid_rates')
      .values(aMidRateRow({ currency_code, at: new Date('2026-09-28T00:00:00Z'), rate, source: 'neuve' }))
      .onConflict((conflict) => conflict.columns(['currency_code', 'at']).doUpdateSet({ rate }))
      .execute();
  } else await applyTo(`https://${change.bureau}.example`, change);
}

async function applyTo(site: string, change: Extract<Step, { bureau: number }>): Promise<void> {
  // a name that is taken is not taken from its bureau: this one then has another
  const name = change.kind === 'name' ? change.name : 'Change';
  const { rows } = await sql<{ id: number }>`
    INSERT INTO companies (name, logo, site)
    SELECT CASE WHEN EXISTS (SELECT FROM companies WHERE name = ${name} AND site <> ${site})
      THEN ${`${name} ${site}`} ELSE ${name} END, 'default', ${site}
    ON CONFLICT (site) DO UPDATE
    SET name = CASE WHEN ${change.kind === 'name'} THEN EXCLUDED.name ELSE companies.name END
    RETURNING id`.execute(db());
  const id = rows[0]?.id ?? 0;
  if (change.kind === 'fix') await fix(id, change.code, change.sale);
  else if (change.kind === 'unfix')
    await db()
      .deleteFrom('fixings')
      .where('company_id', '=', id)
      .where('currency_code', '=', change.code)
      .execute();
  else if (change.kind === 'suspend')
    await db()
      .updateTable('companies')
      .set({ suspended_at: change.isSuspended ? new Date() : null })
      .where('id', '=', id)
      .execute();
  else if (change.kind === 'leave') {
    await db().deleteFrom('fixings').where('company_id', '=', id).execute();
    await db().deleteFrom('companies').where('id', '=', id).execute();
  }
}

test('fixings, edits, suspensions, come-backs and rereads in any order give the plain book that is loaded afresh', async () => {
  await db()
    .insertInto('currencies')
    .values(aCurrencyRow({ code: 'MAD', label: 'dirham marocain' }))
    .execute();
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
        for (const change of steps) await apply(change);
        const { book: fresh } = await loadRateBook(
          { db: db(), form: plainForm, reachedAt: (site) => site },
          async () => undefined,
        );
        await vi.waitFor(() => expect(picture(current())).toEqual(picture(fresh)), SOON);
        await vi.waitFor(() => expect(opened.followed.isLive()).toBe(true), SOON);
        expect(picture(current())).toEqual(picture(fresh));
      })
      .beforeEach(async () => {
        await db().deleteFrom('fixings').execute();
        await db().deleteFrom('companies').execute();
        await db().deleteFrom('mid_rates').where('currency_code', '=', 'MAD').execute();
      }),
    { numRuns: 25, endOnFailure: true },
  );
  // some two thousand questions to the database, one after the other
}, 180_000);
