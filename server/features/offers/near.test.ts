import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BranchKind } from '#domain/branches/branch.ts';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import type { Position } from '#domain/places/place.ts';
import { bookOf } from '../../book/follow.ts';
import type { BranchQuestion } from '../../book/rate-book.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import {
  aBranchFixingRow,
  aBranchRow,
  aCompanyRow,
  aCurrencyRow,
  aFixingRow,
  aMidRateRow,
} from '../../testing/rows.ts';
import { readBranchFilter } from './branch-filter.ts';
import { branchBytesOf } from './fast/write-branch.ts';
import { rankOffers } from './rank-offers.ts';

// A market of 60 bureaux and 160 branches around Lyon and elsewhere, made of a seed of its own; what near comparisons answer
// is held against an oracle that shares nothing with the product: another formula of the distance, sums in BigInt.

const AT = new Date('2026-11-23T10:30:00.000Z');
const LYON = { lat: 45.76, lon: 4.85 };
const SOON = { timeout: 20_000, interval: 10 };
const PAYS = [
  { rates: 'percent', percent: '-8.5' },
  { rates: 'percent', percent: '-1.25' },
  { rates: 'percent', percent: '0.5' },
  ...Array.from({ length: 3 }, () => ({ rates: 'own', percent: null }) as const),
] as const;
const HOURS = 'Mo-Fr 09:00-12:00';
const KINDS: BranchKind[] = ['street', 'station', 'airport'];

type Sheet = { sale: bigint; purchase: bigint; isOld: boolean };
type Bureau = Sheet & { id: number; name: string };
type Branch = Position & {
  company: number;
  id: number;
  kind: BranchKind;
  percent: bigint;
  sells: boolean;
  buysBack: boolean;
  opensNow: boolean;
  isOwn: boolean;
  /** of its own */
  sheet: Sheet | null;
};

let database: TestDatabase;
let server: TestApp;
let bureaux: Bureau[];
let branches: Branch[];

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const roll = dice(7);
  await db
    .insertInto('currencies')
    .values([
      aCurrencyRow({ code: 'EUR', label: 'euro', position: 1 }),
      aCurrencyRow({ code: 'USD', label: 'dollar des États-Unis', position: 2 }),
    ])
    .execute();
  await db
    .insertInto('mid_rates')
    .values(aMidRateRow({ at: AT, rate: '1.1361' }))
    .execute();
  const companies = await db
    .insertInto('companies')
    .values(
      Array.from({ length: 60 }, (_, i) =>
        aCompanyRow({
          name: `Bureau ${i}`,
          logo: `b-${i}`,
          site: `https://b-${i}.example`,
        }),
      ),
    )
    .returning(['id', 'name'])
    .execute();
  const sheet = (): Sheet => ({
    sale: 110_000_000n - BigInt(roll(40)) * 100_000n,
    purchase: 117_000_000n + BigInt(roll(40)) * 100_000n,
    isOld: roll(5) === 0,
  });
  const rowOf = ({ sale, purchase, isOld }: Sheet) => ({
    currency_code: 'USD',
    sale: decimal(sale),
    purchase: decimal(purchase),
    updated_at: new Date(AT.getTime() - (isOld ? 30 : 1) * 3_600_000),
  });
  bureaux = companies.map(({ id, name }) => ({ id, name, ...sheet() }));
  await db
    .insertInto('fixings')
    .values(bureaux.map(({ id, ...fixed }) => aFixingRow({ company_id: id, ...rowOf(fixed) })))
    .execute();
  const drawn = Array.from({ length: 160 }, (_, i) => ({
    company_id: companies[roll(50)]?.id ?? 0,
    name: `Agence ${i}`,
    kind: KINDS[roll(3)] as BranchKind,
    city: 'Lyon',
    lat: LYON.lat + (roll(1000) - 500) / 1500,
    lon: LYON.lon + (roll(1000) - 500) / 1100,
    hours: roll(3) === 0 ? HOURS : '',
    sells: roll(6) > 0,
    buys_back: roll(4) > 0,
    ...(PAYS[roll(15)] ?? { rates: 'company' as const, percent: null }),
  }));
  const rows = await db
    .insertInto('branches')
    .values(drawn.map((row) => aBranchRow(row)))
    .returning(['id', 'name'])
    .execute();
  const idOf = new Map(rows.map(({ id, name }) => [name, id]));
  branches = drawn.map((one) => ({
    company: one.company_id,
    id: idOf.get(one.name) ?? 0,
    lat: one.lat,
    lon: one.lon,
    kind: one.kind,
    percent: BigInt(Math.round(Number(one.percent ?? 0) * 100)),
    sells: one.sells,
    buysBack: one.buys_back,
    opensNow: one.hours !== '',
    // one in six of them has fixed nothing yet
    sheet: one.rates === 'own' && roll(6) > 0 ? sheet() : null,
    isOwn: one.rates === 'own',
  }));
  await db
    .insertInto('branch_fixings')
    .values(
      branches.flatMap(({ id, company, sheet: fixed }) =>
        fixed ? [aBranchFixingRow({ company_id: company, branch: id, ...rowOf(fixed) })] : [],
      ),
    )
    .execute();
  await db
    .insertInto('opening_times')
    .values({
      hours: HOURS,
      holidays_region: 'FR',
      closed_on_holidays: true,
      time_zone: 'Europe/Paris',
      from_day: '2026-11-23',
      to_day: '2026-12-01',
      stretches: JSON.stringify([
        ['2026-11-23', Date.parse('2026-11-23T08:00:00Z'), Date.parse('2026-11-23T11:00:00Z')],
      ]),
    })
    .execute();
  server = await startTestApp(database.url, () => AT, { RATE_LIMIT: '999999999' });
  await server.book.loaded;
});

afterAll(async () => {
  await server.close();
  await database.close();
});

function decimal(units: bigint): string {
  const text = String(units).padStart(9, '0');
  return `${text.slice(0, -8)}.${text.slice(-8)}`;
}

async function ask(wishes: object, offerIsBase = true, status = 200) {
  const [given, wanted] = offerIsBase ? ['EUR', 'USD'] : ['USD', 'EUR'];
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/public/offers',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    payload: { offer: { currency: given, amount: 500 }, wish: { currency: wanted }, ...wishes },
  });
  expect(answer.statusCode, answer.body).toBe(status);
  return answer.json();
}

/** In metres, by the spherical law of cosines. */
function way(one: Position, other: Position): number {
  const [a, b, d] = [one.lat, other.lat, other.lon - one.lon].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const cos = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(d);
  return Math.acos(Math.min(1, cos)) * 6_371_008.8;
}

type Wishes = {
  near?: Position & { radius_km?: number };
  kinds?: BranchKind[];
  buys_back?: true;
  open_at?: string;
};

/** What a bureau pays at a counter: one of its branches, or without any of them. */
function paid(bureau: Bureau, { percent, sheet }: Pick<Branch, 'percent' | 'sheet'>, offerIsBase: boolean) {
  const { sale, purchase, isOld } = sheet ?? bureau;
  const rate = offerIsBase
    ? (sale * (10_000n + percent)) / 10_000n
    : (purchase * 10_000n + 9_999n + percent) / (10_000n + percent);
  // in cents: what 500 of the one bring
  const cents = offerIsBase ? (50_000n * rate) / 100_000_000n : (50_000n * 100_000_000n) / rate;
  return { isOld, cents, worth: offerIsBase ? rate : -rate };
}

const serves = ({ isOwn, sheet }: Branch) => !isOwn || sheet !== null;
/** Who pays the most first: what is fresh before what is not. */
const byPay = (a: ReturnType<typeof paid>, b: ReturnType<typeof paid>) =>
  Number(a.isOld) - Number(b.isOld) || Number(b.worth - a.worth);

function expected({ near, kinds, buys_back, open_at }: Wishes, offerIsBase: boolean, byWay: boolean) {
  const fitting = branches.filter(
    (one) =>
      serves(one) &&
      (offerIsBase ? one.sells : one.buysBack) &&
      (!near || way(near, one) <= (near.radius_km ?? 20) * 1000) &&
      (!kinds || kinds.includes(one.kind)) &&
      (!buys_back || one.buysBack) &&
      (!open_at || one.opensNow),
  );
  const wayTo = (one: Branch) => (near ? way(near, one) : 0);
  const found = bureaux.flatMap((bureau) => {
    const [best] = fitting
      .filter(({ company }) => company === bureau.id)
      .map((branch) => ({ branch, pay: paid(bureau, branch, offerIsBase) }))
      .sort(
        (a, b) =>
          (byWay && (Number(a.pay.isOld) - Number(b.pay.isOld) || wayTo(a.branch) - wayTo(b.branch))) ||
          byPay(a.pay, b.pay) ||
          wayTo(a.branch) - wayTo(b.branch) ||
          // where no place is asked for
          Number(a.branch.isOwn) - Number(b.branch.isOwn) ||
          a.branch.id - b.branch.id,
      );
    return best ? [{ bureau, best: best.branch, ...best.pay }] : [];
  });
  const names = new Intl.Collator('fr');
  found.sort(
    (a, b) =>
      Number(a.isOld) - Number(b.isOld) ||
      (byWay ? wayTo(a.best) - wayTo(b.best) : Number(b.cents - a.cents)) ||
      names.compare(a.bureau.name, b.bureau.name),
  );
  return {
    offers: found.slice(0, 50).map(({ bureau, best, cents }) => [bureau.name, Number(cents) / 100, best.id]),
    total: found.length,
    left_out: bureaux.length - unserved(offerIsBase).length - found.length,
  };
}

/** Bureaux with branches of which none pays anything: none takes part, or those that do have sheets of their own and fixed nothing. */
function unserved(offerIsBase: boolean): Bureau[] {
  return bureaux.filter(({ id }) => {
    const counters = branches.filter(({ company }) => company === id);
    return (
      counters.length > 0 && !counters.some((one) => serves(one) && (offerIsBase ? one.sells : one.buysBack))
    );
  });
}

const anyWishes: fc.Arbitrary<Wishes> = fc.record(
  {
    near: fc.record(
      {
        lat: fc.integer({ min: 4_540, max: 4_610 }).map((hundredths) => hundredths / 100),
        lon: fc.integer({ min: 440, max: 530 }).map((hundredths) => hundredths / 100),
        radius_km: fc.constantFrom(2, 5, 20, 60),
      },
      { requiredKeys: ['lat', 'lon'] },
    ),
    kinds: fc.subarray(KINDS, { minLength: 1 }),
    buys_back: fc.constant(true as const),
    open_at: fc.constant(AT.toISOString()),
  },
  { requiredKeys: ['near'] },
);

test('each company is listed once, by its best or its nearest branch; companies without one are counted', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyWishes,
      fc.tuple(fc.boolean(), fc.boolean()),
      async (wishes, [offerIsBase, byWay]) => {
        const { offers, total, left_out }: OffersAnswer = await ask(
          { ...wishes, ...(byWay ? { sort: 'distance' } : {}) },
          offerIsBase,
        );
        const shown = offers.map((one) => [one.company.name, one.co_offer.amount, one.branch?.id]);
        expect({ offers: shown, total, left_out }).toEqual(expected(wishes, offerIsBase, byWay));
        for (const { branch } of offers) {
          const { near } = wishes;
          const away = near && branch ? way(near, { lat: branch.lat ?? 0, lon: branch.lon ?? 0 }) : 0;
          expect(Math.abs((branch?.distance_m ?? 0) - away)).toBeLessThan(2);
        }
      },
    ),
    { numRuns: 150 },
  );
});

describe('an offer near a place', () => {
  test('has the branch’s data of contract 6, and whether it is open', async () => {
    const { offers }: OffersAnswer = await ask({ near: LYON, open_at: AT.toISOString() });
    expect(offers.length).toBeGreaterThan(0);
    for (const { branch } of offers) {
      expect(branch).toEqual({
        id: expect.any(Number),
        name: expect.stringMatching(/^Agence/),
        kind: expect.stringMatching(/street|station|airport/),
        address: '',
        city: 'Lyon',
        lat: expect.any(Number),
        lon: expect.any(Number),
        is_rough: false,
        phone: '',
        time_zone: 'Europe/Paris',
        distance_m: expect.any(Number),
        open: { is_open: true, changes_at: '2026-11-23T11:00:00.000Z', words: 'Ferme dans 30\u00a0min' },
      });
    }
  });

  test('omits hours that its branch lacks, and the distance without a place', async () => {
    const { offers }: OffersAnswer = await ask({ kinds: KINDS });
    const opens = offers.map(({ branch }) => branches.find(({ id }) => id === branch?.id)?.opensNow);
    expect(offers.map(({ branch }) => branch?.open !== null)).toEqual(opens);
    expect(new Set(offers.map(({ branch }) => branch?.distance_m))).toEqual(new Set([null]));
  });

  test('is unchanged without a place', async () => {
    const answer: OffersAnswer = await ask({});
    expect(answer.total).toBe(60 - unserved(true).length);
    expect(answer).not.toHaveProperty('left_out');
    // listed at its best branch all the same, which is said where that has a sheet of its own
    const best = bureaux.flatMap((bureau) => {
      const counters = branches.filter(({ company }) => company === bureau.id);
      const nowhere = { id: null, percent: 0n, sheet: null, isOwn: false };
      const [first] = (counters.length > 0 ? counters.filter((one) => one.sells && serves(one)) : [nowhere])
        .map(({ id, isOwn, ...one }) => ({ own: isOwn ? id : undefined, ...paid(bureau, one, true) }))
        .sort((a, b) => byPay(a, b) || Number(a.own !== undefined) - Number(b.own !== undefined));
      return first ? [{ ...first, name: bureau.name }] : [];
    });
    const names = new Intl.Collator('fr');
    best.sort(
      (a, b) =>
        Number(a.isOld) - Number(b.isOld) || Number(b.cents - a.cents) || names.compare(a.name, b.name),
    );
    expect(best.some(({ own }) => own)).toBe(true);
    expect(answer.offers.map((one) => [one.company.name, one.co_offer.amount, one.branch?.id])).toEqual(
      best.slice(0, 50).map(({ name, cents, own }) => [name, Number(cents) / 100, own]),
    );
  });
});

test('a renamed company is listed near a place too, and a closed branch is not', async () => {
  const seen = async () => {
    const { offers }: OffersAnswer = await ask({ near: { ...LYON, radius_km: 60 } });
    return offers;
  };
  const before = await seen();
  const [first, second] = before;
  const { db } = database;
  await db
    .updateTable('companies')
    .set({ logo: 'autre' })
    .where('name', '=', first?.company.name ?? '')
    .execute();
  await vi.waitFor(async () => expect((await seen())[0]?.company.logo).toBe('autre'), SOON);
  const id = second?.branch?.id ?? 0;
  const close = (closed_at: Date | null) =>
    db.updateTable('branches').set({ closed_at }).where('id', '=', id).execute();
  await close(AT);
  const ids = async () => (await seen()).map(({ branch }) => branch?.id);
  await vi.waitFor(async () => expect(await ids()).not.toContain(id), SOON);
  await close(null);
  await vi.waitFor(async () => expect(await ids()).toContain(id), SOON);
});

test('near an airport its own counter is the first by distance, of whatever kind counters are asked for', async () => {
  const { db } = database;
  const airport = { lat: 48.4479, lon: -4.4185 };
  // fresh ones without another branch, the first of which pays less at the airport than in town
  const [own = 0, other = 0] = bureaux
    .filter(({ id, isOld }) => !isOld && branches.every(({ company }) => company !== id))
    .map(({ id }) => id);
  await db
    .insertInto('branches')
    .values([
      aBranchRow({ company_id: own, name: 'Ville', kind: 'street', lat: 48.39, lon: -4.486 }),
      aBranchRow({
        ...{ company_id: own, name: 'Aérogare', kind: 'airport', lat: 48.4438, lon: -4.4225 },
        ...{ rates: 'percent', percent: '-9' },
      }),
      aBranchRow({ company_id: other, name: 'Bourg', kind: 'street', lat: 48.42, lon: -4.44 }),
    ])
    .execute();
  const namesOf = async (wishes: object) => {
    const { offers }: OffersAnswer = await ask({ near: airport, ...wishes });
    return offers.map(({ branch }) => branch?.name);
  };
  await vi.waitFor(async () => expect(await namesOf({})).toHaveLength(2), SOON);
  expect(await namesOf({})).toContain('Ville');
  for (const kinds of [undefined, KINDS, ['airport']]) {
    const [first] = await namesOf({ sort: 'distance', ...(kinds && { kinds }) });
    expect(first, String(kinds)).toBe('Aérogare');
  }
  await db.deleteFrom('branches').where('name', 'in', ['Ville', 'Aérogare', 'Bourg']).execute();
  await vi.waitFor(async () => expect(await namesOf({})).toEqual([]), SOON);
});

test('a comparison by distance computes each company’s rate once', () => {
  const asked = filterOf({ near: { ...LYON, radius_km: 60 }, sort: 'distance' });
  let count = 0;
  const since = { fresh: AT.getTime() - 24 * 3_600_000, compared: 0, ahead: AT.getTime() };
  const { total } = rankOffers(bookOf(server.book).sideOffers('USD', true, since), asked, () => {
    count += 1;
    return 7;
  });
  expect(total).toBeGreaterThan(30);
  expect(count).toBeLessThanOrEqual(total);
});

function filterOf(wishes: object): BranchQuestion {
  const asked = readBranchFilter(wishes, { offerIsBase: true, now: AT.getTime() });
  if (!asked) throw new Error('nothing is asked of branches');
  return asked;
}

describe('the cache near a place', () => {
  const keyOf = (wishes: object) => filterOf(wishes).key;

  test('is shared by searches that differ in other fields, from the same ten metres, and in any order', async () => {
    const key = keyOf({ near: { ...LYON, radius_km: 20 }, kinds: ['airport', 'station'] });
    const noise = { remark: 'x'.repeat(60_000) };
    expect(keyOf({ near: { ...noise, lat: 45.760_01, lon: 4.849_99 }, kinds: ['station', 'airport'] })).toBe(
      key,
    );
    expect(keyOf({ near: { ...LYON, ...noise } }).length).toBeLessThan(200);
    expect(keyOf({ near: { ...LYON, lat: 45.761, radius_km: 20 }, kinds: ['airport', 'station'] })).not.toBe(
      key,
    );
    const near = { ...LYON, lat: 45.760_04, radius_km: 60 };
    expect(await ask({ near: { ...near, ...noise } })).toEqual(await ask({ near: { ...near, lat: 45.76 } }));
  });

  test('survives a new name, and has no closed branch', async () => {
    const wishes = { near: { ...LYON, radius_km: 60 } };
    const { offers }: OffersAnswer = await ask(wishes);
    const [name, id] = [offers[0]?.company.name ?? '', offers[0]?.branch?.id ?? 0];
    const nameOf = async () => {
      const after: OffersAnswer = await ask(wishes);
      return after.offers.find(({ branch }) => branch?.id === id)?.company.name;
    };
    const rename = (from: string, to: string) =>
      database.db.updateTable('companies').set({ name: to }).where('name', '=', from).execute();
    await rename(name, 'Zzyzx');
    await vi.waitFor(async () => expect(await nameOf()).toBe('Zzyzx'), SOON);
    const close = (closed_at: Date | null) =>
      database.db.updateTable('branches').set({ closed_at }).where('id', '=', id).execute();
    await close(AT);
    await vi.waitFor(async () => expect(await nameOf()).toBeUndefined(), SOON);
    await close(null);
    await rename('Zzyzx', name);
    await vi.waitFor(async () => expect((await ask(wishes)).offers).toEqual(offers), SOON);
  });

  test('speaks of the asked instant', async () => {
    const { offers }: OffersAnswer = await ask({ near: LYON, open_at: '2026-11-23T10:50:00.000Z' });
    const states = new Set(offers.map(({ branch }) => JSON.stringify(branch?.open)));
    const asked = { is_open: true, changes_at: '2026-11-23T11:00:00.000Z', words: 'Ferme dans 10\u00a0min' };
    expect([...states]).toEqual([JSON.stringify(asked)]);
  });

  test('drops a branch’s text after its minute', () => {
    const book = bookOf(server.book);
    const [one, other] = book.companies.flatMap((company) => company.branches);
    if (!one || !other) throw new Error('there is no branch');
    const bytesAt = (now: number, asked: number | null = null) => branchBytesOf(book, one, { now, asked });
    const now = AT.getTime() + 1;
    const written = bytesAt(now);
    expect(bytesAt(now)).toBe(written);
    expect(bytesAt(now + 60_000)).not.toBe(written);
    const asked = AT.getTime() + 60 * 60_000;
    expect(bytesAt(now, asked)).toBe(bytesAt(now + 60_000, asked));
    branchBytesOf(book, other, { now: now + 60_000, asked: null });
    expect(bytesAt(now)).not.toBe(written);
    expect(bytesAt(now)).toEqual(written);
  });
});

describe('an invalid search near a place', () => {
  test.each([
    [-25, 400],
    [-23, 200],
    [7 * 24 - 1, 200],
    [7 * 24 + 1, 400],
  ])('opening times are known for a day past and a week ahead: %i hours', async (hours, status) => {
    const open_at = new Date(AT.getTime() + hours * 3_600_000).toISOString();
    const answer = await ask({ open_at }, true, status);
    if (status === 400) expect(answer).toMatchObject({ code: 'invalid_open_at' });
  });

  test.each([
    [{ sort: 'distance' }, 'no_place'],
    [{ near: { lat: 91, lon: 0 } }, 'invalid_body'],
    [{ near: { lat: 45 } }, 'invalid_body'],
    [{ near: { ...LYON, radius_km: 201 } }, 'invalid_body'],
    [{ kinds: [] }, 'invalid_body'],
    [{ kinds: ['cave'] }, 'invalid_body'],
    [{ open_at: 'demain' }, 'invalid_body'],
    [{ open_at: '2026-12-01T10:30:00.000Z' }, 'invalid_open_at'],
    [{ open_at: '2026-11-23T23:59:60Z' }, 'invalid_open_at'],
    [{ buys_back: false }, 'invalid_body'],
  ])('%j', async (wishes, code) => {
    const refused = await ask(wishes, true, 400);
    expect(refused.code).toBe(code);
    expect(refused.message).not.toMatch(/near|radius|open_at|kinds|sort/);
  });

  test('is not logged or stored, and no place is', async () => {
    // no second of a clock
    await ask({ near: { lat: 71.34, lon: 86.78 } });
    await ask({ near: { lat: 71.34, lon: 986.78 } }, true, 400);
    const nearest = { lat: 71.34, lon: 86.78 };
    const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
      server.app.inject({ method, url, headers: { host: 'localhost' }, ...(payload && { payload }) });
    await send('POST', '/api/public/places/nearest', nearest);
    await send('GET', '/api/public/places?q=zqxjv');
    expect(server.logged()).not.toMatch(/71\.34|86\.78|zqxjv/);
    const { rows: tables } = await sql<{ name: string }>`
      SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(
      database.db,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const { rows } = await sql`SELECT kept FROM ${sql.raw(name)} AS kept
        WHERE kept::text ~ '71\\.34|86\\.78|zqxjv'`.execute(database.db);
      expect(rows, name).toEqual([]);
    }
  });
});
