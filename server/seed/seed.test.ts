// Duration: the whole demonstration, seeded once and read by every test.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issuedNotes } from '#domain/currencies/issued-notes.ts';
import { isMakeable } from '#domain/currencies/make-amount.ts';
import { isImplausible } from '#domain/rates/plausibility.ts';
import { notesAt } from '#domain/reservations/note-amounts.ts';
import { findWrongTerm, ReservationTerms } from '#domain/terms/terms.ts';
import { readDecimal } from '../db/numeric.ts';
import { createTemplate, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { aCompanyRow } from '../testing/rows.ts';
import { demoAccounts } from './accounts.ts';
import { seedDemo } from './seed.ts';

const now = new Date('2026-11-21T10:15:00Z');
const demoPassword = 'parite-demo-2026';
const options = { now, demoPassword };
const imageFolder = fileURLToPath(new URL('../../content/images', import.meta.url));

let seeded: Awaited<ReturnType<typeof createTemplate>>;
let database: TestDatabase;

beforeAll(async () => {
  seeded = await createTemplate(async (db) => expect(await seedDemo(db, options)).toBe(true));
  database = await createTestDatabase(seeded.url);
});

afterAll(async () => {
  await database?.close();
  await seeded?.drop();
});

/** The rows of a query that looks for what breaks a rule. */
async function find(query: ReturnType<typeof sql<Record<string, unknown>>>) {
  return (await query.execute(database.db)).rows;
}

async function countRows() {
  const tables = ['currencies', 'mid_rates', 'companies', 'scopes', 'users', 'user_scopes', 'fixings'];
  const counts = await Promise.all(
    [...tables, 'fixing_logs'].map(async (table) => {
      const [row] = await find(sql`SELECT count(*) AS count FROM ${sql.table(table)}`);
      return [table, Number(row?.count)] as const;
    }),
  );
  return Object.fromEntries(counts);
}

describe('currencies and mid rates', () => {
  test('153 currencies with French labels, the base first and its counterpart second', async () => {
    const currencies = await database.db.selectFrom('currencies').selectAll().orderBy('position').execute();
    expect(currencies).toHaveLength(153);
    expect(currencies.slice(0, 3).map(({ code, position }) => [code, position])).toEqual([
      ['EUR', 1],
      ['USD', 2],
      [expect.any(String), null],
    ]);
    expect(currencies.filter(({ code, label }) => label === code)).toEqual([]);
    expect(currencies.find(({ code }) => code === 'XPF')?.label).toBe('franc CFP');
  });

  test('28 days at midnight UTC, the newest that of the seeding, to the last decimal of the source', async () => {
    const rates = await database.db
      .selectFrom('mid_rates')
      .select(['at', 'rate', 'source', 'published_on'])
      .where('currency_code', '=', 'USD')
      .orderBy('at')
      .execute();
    expect(rates).toHaveLength(28);
    expect(rates[0]).toMatchObject({ at: new Date('2026-10-25T00:00:00Z'), published_on: '2026-08-30' });
    expect(rates.at(-1)).toEqual({
      at: new Date('2026-11-21T00:00:00Z'),
      rate: '1.13912687',
      source: 'données de démonstration',
      published_on: '2026-09-26',
    });
    expect(await countRows()).toMatchObject({ mid_rates: 28 * 152 - 1 });
  });

  test('every currency has a flag', async () => {
    const codes = await database.db.selectFrom('currencies').select('code').execute();
    expect(codes.filter(({ code }) => !existsSync(`${imageFolder}/currencies/${code}.png`))).toEqual([]);
  });
});

describe('bureaux and their fixings', () => {
  test('14 bureaux that all sell dollars, one of them everything', async () => {
    const served = await find(sql`
      SELECT c.name, count(*)::int AS currencies, count(sale) FILTER (WHERE currency_code = 'USD')::int AS usd
      FROM companies c JOIN fixings f ON f.company_id = c.id GROUP BY c.name ORDER BY currencies DESC`);
    expect(served).toHaveLength(14);
    expect(served.map(({ usd }) => usd)).toEqual(Array(14).fill(1));
    expect(served[0]).toMatchObject({ name: 'L’Or du Voyageur', currencies: 152 });
    expect(served[1]?.currencies).toBe(40);
    expect(served.at(-1)?.currencies).toBe(12);
  });

  test('every bureau has its logo, a site nobody can own and a number nobody can call', async () => {
    const companies = await database.db.selectFrom('companies').selectAll().execute();
    for (const { logo, site, phone, email } of companies) {
      expect(existsSync(`${imageFolder}/companies/${logo}.png`), logo).toBe(true);
      expect(site).toMatch(/^https:\/\/www\.[a-z0-9-]+\.example$/);
      expect(email).toMatch(/^contact@[a-z0-9-]+\.example$/);
      // the ranges that Arcep keeps for fiction
      expect(phone).toMatch(/^(01 99 00|02 61 91|03 53 01|04 65 71|05 36 49) \d\d \d\d$/);
    }
    expect(companies.filter((company) => company.is_partner)).toHaveLength(6);
    expect(existsSync(`${imageFolder}/companies/default.png`)).toBe(true);
  });

  test('a purchase above the mid rate, a sale below it, but for the one that beats it', async () => {
    const amiss = await find(sql`
      SELECT f.currency_code FROM fixings f
      JOIN mid_rates m ON m.currency_code = f.currency_code AND m.at = '2026-11-21T00:00:00Z'
      WHERE f.sale IS NULL OR f.sale >= f.purchase OR f.purchase <= m.rate OR f.sale >= m.rate`);
    expect(amiss).toEqual([{ currency_code: 'MGA' }]);
  });

  test('none that would be held back from comparisons', async () => {
    const rows = await find(sql`
      SELECT f.currency_code AS code, f.purchase, f.sale, m.rate FROM fixings f JOIN mid_rates m
      ON m.currency_code = f.currency_code AND m.at = '2026-11-21T00:00:00Z'`);
    const decimal = (text: unknown) => (text === null ? null : readDecimal(String(text)));
    const at = now.getTime();
    const held = rows.filter(({ purchase, sale, rate }) => {
      const amounts = { purchase: decimal(purchase), sale: decimal(sale) };
      const judged = { amounts, mid: { rate: readDecimal(String(rate)), at }, last: amounts, at };
      return isImplausible(judged, { heldAbove: 3, heldOff: 50, midRateDays: 7 });
    });
    expect(rows.length).toBeGreaterThan(400);
    expect(held).toEqual([]);
  });

  test('some sales have no purchase', async () => {
    const saleOnly = await find(sql`
      SELECT DISTINCT c.logo FROM fixings f JOIN companies c ON c.id = f.company_id
      WHERE f.purchase IS NULL ORDER BY c.logo`);
    expect(saleOnly).toEqual([{ logo: 'comptoir-des-alizes' }, { logo: 'devisia' }]);
  });

  test('margins on the dollar: sharp bureaux, airports between 6 and 10 %, one that beats nobody', async () => {
    const margins = await find(sql`
      SELECT c.logo, round(100 * (1 - f.sale / m.rate), 2)::float8 AS margin
      FROM fixings f JOIN companies c ON c.id = f.company_id
      JOIN mid_rates m ON m.currency_code = f.currency_code AND m.at = '2026-11-21T00:00:00Z'
      WHERE f.currency_code = 'USD' ORDER BY margin`);
    expect(margins[0]?.logo).toBe('devisia');
    for (const { margin } of margins.slice(0, 5)) {
      expect(margin).toBeGreaterThan(0.55);
      expect(margin).toBeLessThan(1.5);
    }
    for (const { margin } of margins.filter(
      ({ logo }) => logo === 'aerochange' || logo === 'escale-change',
    )) {
      expect(margin).toBeGreaterThan(6);
      expect(margin).toBeLessThan(10.1);
    }
    const beaten = await find(sql`
      SELECT mine.currency_code FROM fixings mine JOIN companies c ON c.id = mine.company_id
      JOIN fixings others USING (currency_code)
      WHERE c.logo = 'guichet-du-parvis' AND others.company_id <> mine.company_id
        AND (others.sale <= mine.sale OR others.purchase >= mine.purchase)`);
    expect(beaten).toEqual([]);
  });
});

describe('histories', () => {
  test('the newest line of each currency is what the bureau applies now, confirmed with its newest one', async () => {
    const differing = await find(sql`
      WITH newest AS (
        SELECT DISTINCT ON (company_id, currency_code) company_id, currency_code, at, purchase, sale
        FROM fixing_logs ORDER BY company_id, currency_code, id DESC)
      SELECT * FROM fixings f FULL JOIN newest n USING (company_id, currency_code)
      WHERE (f.purchase, f.sale) IS DISTINCT FROM (n.purchase, n.sale)
        OR f.updated_at <> CASE f.company_id
          WHEN (SELECT id FROM companies WHERE logo = 'guichet-du-parvis') THEN n.at
          ELSE (SELECT max(at) FROM fixing_logs WHERE fixing_logs.company_id = f.company_id) END`);
    expect(differing).toEqual([]);
  });

  test('all three ages of rates are there', async () => {
    const [ages] = await find(sql`
      SELECT count(*) FILTER (WHERE age < interval '24 hours')::int AS fresh,
        count(*) FILTER (WHERE age >= interval '24 hours' AND age < interval '7 days')::int AS to_confirm,
        count(*) FILTER (WHERE age >= interval '7 days')::int AS old
      FROM (SELECT ${now}::timestamptz - updated_at AS age FROM fixings) AS ages`);
    expect(ages?.fresh).toBeGreaterThan(300);
    expect(ages?.to_confirm).toBeGreaterThanOrEqual(4);
    expect(ages?.old).toBeGreaterThanOrEqual(3);
  });

  test('14 days, ids in the order of time, every fixing a change', async () => {
    const { fixing_logs } = await countRows();
    expect(fixing_logs).toBeGreaterThan(3_000);
    expect(fixing_logs).toBeLessThan(8_000);
    const [span] = await find(sql`SELECT min(at) AS first, max(at) AS last FROM fixing_logs`);
    expect(span?.first).toBeInstanceOf(Date);
    expect(Number(span?.last)).toBeLessThanOrEqual(now.getTime());
    expect(now.getTime() - Number(span?.first)).toBeLessThan(14 * 24 * 60 * 60_000);
    const amiss = await find(sql`
      SELECT id FROM (
        SELECT id, at < lag(at) OVER (ORDER BY id) AS is_late,
          (purchase, sale) IS NOT DISTINCT FROM (lag(purchase) OVER own, lag(sale) OVER own)
            AND lag(id) OVER own IS NOT NULL AS is_same
        FROM fixing_logs WINDOW own AS (PARTITION BY company_id, currency_code ORDER BY id)) AS lines
      WHERE is_late OR is_same`);
    expect(amiss).toEqual([]);
  });

  test('set by the bureau’s own agents, sometimes by the administration', async () => {
    const strangers = await find(sql`
      SELECT l.id FROM fixing_logs l JOIN users u ON u.id = l.user_id
      WHERE u.company_id IS DISTINCT FROM l.company_id OR u.status = 'awaiting_password'`);
    expect(strangers).toEqual([]);
    const [share] = await find(
      sql`SELECT (count(*) FILTER (WHERE user_id IS NULL))::float8 / count(*) AS nobody FROM fixing_logs`,
    );
    expect(share?.nobody).toBeGreaterThan(0);
    expect(share?.nobody).toBeLessThan(0.2);
  });
});

describe('accounts', () => {
  test('each with its role, bureau, photo and scopes', async () => {
    const accounts = await find(sql`
      SELECT u.mail, u.role, u.status, c.id AS company, u.img,
        array_agg(s.scope ORDER BY s.scope COLLATE "C") AS scopes
      FROM users u LEFT JOIN companies c ON c.id = u.company_id JOIN user_scopes s ON s.user_id = u.id
      WHERE u.mail LIKE '%@parite.example' GROUP BY u.id, c.id ORDER BY u.id`);
    const placeholders = ['clients.list.me', 'dashbord.list.me'];
    const branches = ['branches.edit.me', 'branches.list.me'];
    const agent = [...branches, ...placeholders, 'fixings.list.me', 'identity.photo', 'orders.list.me'];
    const agentScopes = [...agent, 'reservations.list.me', 'sittings.list.me'];
    const tellerScopes = [...agentScopes, 'clients.edit.me', 'orders.edit.me', 'reservations.edit.me'].sort();
    const staff = { role: 'agent', status: 'in_service', scopes: agentScopes };
    expect(accounts).toEqual([
      { ...staff, mail: 'agent@parite.example', company: 1, img: 'agent-1' },
      { ...staff, mail: 'agent2@parite.example', company: 2, img: 'agent-2', scopes: tellerScopes },
      {
        mail: 'admin@parite.example',
        role: 'administrateur',
        status: 'in_service',
        company: null,
        img: '',
        scopes: [
          ...[
            'audit.list.all',
            'branches.edit.all',
            'branches.list.all',
            'clients.list.all',
            'clients.list.me',
            'companies.edit.all',
            'dashbord.list.all',
            'dashbord.list.me',
          ],
          ...['feeds.list.all', 'fixings.list.all', 'iam.*.list.all', 'iam.users.edit.all'],
          ...['identity.photo', 'orders.list.all', 'orders.list.me', 'reservations.list.all'],
          ...['reservations.list.me', 'sittings.list.all'],
        ],
      },
      {
        mail: 'root@parite.example',
        role: 'root',
        status: 'in_service',
        company: null,
        img: '',
        scopes: ['**'],
      },
      { ...staff, mail: 'nouveau@parite.example', company: 1, img: '', status: 'awaiting_password' },
    ]);
    for (const image of ['agent-1', 'agent-2', 'default']) {
      expect(existsSync(`${imageFolder}/users/${image}.png`), image).toBe(true);
    }
  });

  test('the demonstration password opens the demonstration accounts and no other', async () => {
    const users = await database.db.selectFrom('users').select(['mail', 'password_hash']).execute();
    for (const { mail, password_hash } of users.filter((user) => user.password_hash !== null)) {
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      const isDemo = mail.endsWith('@parite.example');
      expect(await verify(password_hash ?? '', demoPassword), mail).toBe(isDemo);
    }
  });

  test('full rights read as a French phrase', async () => {
    const root = await database.db
      .selectFrom('scopes')
      .select('label')
      .where('scope', '=', '**')
      .executeTakeFirst();
    expect(root?.label).toBe('Tous les droits sur l’application');
  });
});

describe('the beta', () => {
  test('six bureaux, that of agent2 among them and not that of agent, on terms that hold', async () => {
    const rows = await database.db
      .selectFrom('reservation_terms')
      .innerJoin('companies', 'companies.id', 'company_id')
      .select(['logo', 'terms', 'admitted_at'])
      .orderBy('company_id')
      .execute();
    expect(rows.map(({ logo }) => logo)).toEqual([
      ...['zephyr-devises', 'comptoir-saint-lazare', 'escale-change', 'boreal-change', 'change-du-capitole'],
      'aerochange',
    ]);
    const admitted = new Set<string | null>(rows.map(({ logo }) => logo));
    // a start says of each account which screens it opens
    for (const { company, shows } of demoAccounts.filter(({ company }) => company !== null)) {
      expect(shows).toMatch(admitted.has(company) ? /bureau de la bêta/ : /bureau hors bêta/);
    }
    for (const { terms, admitted_at } of rows) {
      expect(admitted_at).toEqual(now);
      expect(Value.Check(ReservationTerms, terms)).toBe(true);
      expect(findWrongTerm(terms)).toBeUndefined();
    }
    const offered = new Set(
      rows.flatMap(({ terms: { modes } }) =>
        Object.entries(modes).flatMap(([mode, { is_offered }]) => (is_offered ? mode : [])),
      ),
    );
    expect([...offered].sort()).toEqual(['airport', 'counter', 'hotel']);
    // what is offered is offered somewhere
    const kinds = await find(sql`
      SELECT DISTINCT kind FROM branches JOIN reservation_terms USING (company_id)
      WHERE (terms -> 'modes' -> CASE kind WHEN 'airport' THEN 'airport' WHEN 'hotel' THEN 'hotel' ELSE 'counter' END
        ->> 'is_offered')::boolean`);
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['airport', 'hotel', 'street', 'station']),
    );
  });

  test('each of their counters has notes of whatever its bureau sells, and of the base', async () => {
    const amiss = await find(sql`
      SELECT branches.id, code FROM branches JOIN reservation_terms USING (company_id)
      CROSS JOIN LATERAL (
        SELECT currency_code AS code FROM fixings WHERE company_id = branches.company_id AND sale > 0
        UNION SELECT 'EUR') AS sold
      LEFT JOIN stocks ON stocks.branch = branches.id AND currency_code = code AND day IS NULL
      WHERE coalesce(ready, 0) <= 0`);
    expect(amiss).toEqual([]);
    const [dollars] = await find(sql`
      SELECT min(ready)::float8 AS least, max(ready)::float8 AS most FROM stocks WHERE currency_code = 'USD'`);
    expect(dollars?.least).toBeGreaterThan(7_000);
    expect(dollars?.most).toBeLessThan(10_000);
  });
});

describe('notes of the bureaux of the beta', () => {
  const readTerms = () =>
    database.db.selectFrom('reservation_terms').select(['company_id as companyId', 'terms']).execute();

  test('some say other notes than those in circulation', async () => {
    const own = (await readTerms()).flatMap(({ terms: { denominations = [] } }) => denominations);
    const others = own.filter(({ currency, values }) => `${issuedNotes(currency)}` !== `${values}`);
    expect(new Set(others.map(({ currency }) => currency)).size).toBeGreaterThan(2);
  });

  test('every stock and reservation is of whole notes, and every stock is worth a step', async () => {
    const terms = new Map((await readTerms()).map((row) => [row.companyId, row.terms]));
    const amounts = await find(sql`
      SELECT company_id, currency_code AS code, ready::float8 AS amount, 'stock' AS kind FROM stocks
      WHERE currency_code <> 'EUR'
      UNION ALL
      SELECT company_id, currency_code, (CASE side WHEN 'sale' THEN received ELSE offered END)::float8, 'reservation'
      FROM reservations`);
    expect(amounts.length).toBeGreaterThan(300);
    const amiss = amounts.filter(({ company_id, code, amount, kind }) => {
      const [smallest] = notesAt(terms.get(Number(company_id)) ?? {}, String(code));
      if (smallest === undefined) return kind === 'reservation';
      return Number(amount) % smallest !== 0;
    });
    expect(amiss).toEqual([]);
    const [chosen] = await find(sql`
      SELECT count(*)::int AS count FROM reservations WHERE notes = 'choice' AND side = 'sale'`);
    expect(chosen?.count).toBeGreaterThan(5);
    const wrong = await database.db
      .selectFrom('reservations')
      .where('side', '=', 'sale')
      .where('notes', '=', 'choice')
      .select(['received', 'denominations'])
      .execute();
    for (const { received, denominations } of wrong) {
      expect(isMakeable(Number(received), denominations, 1), `${received} of ${denominations}`).toBe(true);
    }
    const worthless = await find(sql`
      SELECT stocks.id FROM stocks LEFT JOIN fixings
        ON fixings.company_id = stocks.company_id AND fixings.currency_code = stocks.currency_code
      WHERE ready < 100 * coalesce(sale, 1)`);
    expect(worthless).toEqual([]);
  });

  test('no two travellers are one person', async () => {
    const shared = await find(sql`
      SELECT one.id FROM travellers AS one JOIN travellers AS other ON other.id > one.id
        AND (other.mailbox = one.mailbox OR (other.phone_digits = one.phone_digits AND one.phone_digits <> ''))`);
    expect(shared).toEqual([]);
  });
});

describe('reservations of the bureaux of the beta', () => {
  test('every state that somebody has to answer is there, both ways, and most others', async () => {
    const [states] = await find(sql`
      SELECT array_agg(DISTINCT state ORDER BY state) AS all, array_agg(DISTINCT side ORDER BY side) AS sides,
        count(*) FILTER (WHERE company_id <> 2)::int AS elsewhere, count(DISTINCT company_id)::int AS bureaux
      FROM reservations`);
    expect(states?.all).toEqual(
      expect.arrayContaining(['accepted', 'cancelled', 'collected', 'no_show', 'ready', 'requested']),
    );
    expect(states).toMatchObject({ sides: ['purchase', 'sale'], bureaux: 6 });
    const open = await find(sql`
      SELECT DISTINCT state FROM reservations JOIN companies ON companies.id = company_id
      WHERE logo = 'zephyr-devises' AND ended_at IS NULL AND due_at > ${now} ORDER BY 1`);
    expect(open.map(({ state }) => state)).toEqual(['accepted', 'ready', 'requested']);
  });

  test('what each counter has promised is what is reserved of it, and nobody waits longer than the rate holds', async () => {
    expect(
      await find(sql`
        SELECT stocks.id FROM stocks LEFT JOIN reservations
          ON stock_id = stocks.id AND state NOT IN ('declined', 'lapsed', 'cancelled')
        GROUP BY stocks.id HAVING promised <> coalesce(sum(handed_over), 0)`),
    ).toEqual([]);
    expect(
      await find(sql`SELECT id FROM reservations WHERE pickup_at > held_until OR requested_at > ${now}`),
    ).toEqual([]);
  });

  test('each has its lines in order, and a bordereau where it was collected; nobody is written to of them', async () => {
    expect(
      await find(sql`
        SELECT reservations.id FROM reservations
        JOIN LATERAL (
          SELECT array_agg(kind ORDER BY id) AS kinds, array_agg(at ORDER BY id) = array_agg(at ORDER BY at, id) AS in_order
          FROM reservation_events WHERE reservation_id = reservations.id
        ) AS told ON true
        LEFT JOIN slips ON reservation_id = reservations.id
        WHERE NOT in_order OR kinds[1] <> 'requested' OR kinds[array_length(kinds, 1)] <> state
          OR (slips.number IS NULL) <> (state <> 'collected')`),
    ).toEqual([]);
    expect(await find(sql`SELECT company_id FROM slips GROUP BY 1 HAVING max(number) <> count(*)`)).toEqual(
      [],
    );
    expect(await find(sql`SELECT id FROM mails WHERE kind = 'reservation'`)).toEqual([]);
  });

  test('the figures of sixty days', async () => {
    const [counted] = await find(sql`
      SELECT count(DISTINCT day)::int AS days, max(day)::text AS last, count(DISTINCT company_id)::int AS bureaux FROM shown_counts`);
    expect(counted).toEqual({ days: 60, last: '2026-11-21', bureaux: 14 });
  });
});

/** As if nothing had been reserved yet; what is only ever added to is emptied behind its triggers. */
async function forgetReservations(): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    for (const table of [
      'redemptions',
      'redemption_numbers',
      'slips',
      'slip_numbers',
      'reservation_events',
      'reservations',
      'travellers',
      'stocks',
    ]) {
      await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(trx);
      await sql`DELETE FROM ${sql.table(table)}`.execute(trx);
      await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(trx);
    }
  });
}

describe('seeding again', () => {
  let untouched: TestDatabase;
  beforeEach(async () => {
    untouched = database;
    database = await createTestDatabase(seeded.url);
  });
  afterEach(async () => {
    await database.close();
    database = untouched;
  });

  test('leaves a database that has a bureau, a user or a rate in it as it is', async () => {
    const before = await countRows();
    expect(await seedDemo(database.db, options)).toBe(false);
    expect(await countRows()).toEqual(before);

    const other = await createTestDatabase();
    try {
      await other.db
        .insertInto('companies')
        .values(aCompanyRow({ name: 'Quais', logo: 'quais' }))
        .execute();
      expect(await seedDemo(other.db, options)).toBe(false);
    } finally {
      await other.close();
    }
  });

  test('admits the six to a demonstration of before there was a beta, once', async () => {
    const { db } = database;
    const told = async () => ({
      terms: await db.selectFrom('reservation_terms').selectAll().orderBy('company_id').execute(),
      stocks: await find(
        sql`SELECT company_id, branch, currency_code, day, ready, promised FROM stocks ORDER BY 1, 2, 3, 4`,
      ),
      reserved: await find(
        sql`SELECT company_id, code, state, traveller_id IS NULL AS erased FROM reservations ORDER BY id`,
      ),
      scopes: await find(sql`SELECT user_id, scope FROM user_scopes ORDER BY 1, 2`),
      // totals, to which seeding again adds nothing
      shown: await find(sql`SELECT sum(shown)::int AS often FROM shown_counts`),
      chosen: await find(sql`SELECT count(*)::int AS often FROM leads`),
    });
    const before = await told();
    await forgetReservations();
    await seedDemo(db, options);
    expect(await find(sql`SELECT FROM stocks`)).toEqual([]);
    await forgetReservations();
    await db.deleteFrom('reservation_terms').execute();
    await sql`DELETE FROM user_scopes WHERE scope LIKE '%.edit.me' AND scope NOT LIKE 'branches.%'
      OR scope ~ '^(dashbord|orders|reservations|clients)\\.list\\.all$'`.execute(db);
    expect((await told()).scopes).not.toEqual(before.scopes);
    await seedDemo(db, options);
    expect(await told()).toEqual(before);
  });

  test('gives branches to a demonstration of before there were any, and to nobody else', async () => {
    const { db } = database;
    const branches = () =>
      db.selectFrom('branches').select(['company_id', 'name', 'phone', 'percent']).orderBy('name').execute();
    const clear = async () => {
      await db.deleteFrom('branch_fixings').execute();
      await db.deleteFrom('sheet_currencies').where('branch', 'is not', null).execute();
      await db.deleteFrom('sheets').where('branch', 'is not', null).execute();
      await forgetReservations();
      await db.deleteFrom('branches').execute();
    };
    const fixed = () =>
      db
        .selectFrom('branch_fixings')
        .select(['currency_code', 'sale'])
        .orderBy('currency_code')
        .orderBy('sale')
        .execute();
    const [before, sheet] = await Promise.all([branches(), fixed()]);
    expect(sheet).toHaveLength(8);
    await db.deleteFrom('branches').where('name', '=', 'Bellecour').execute();
    await seedDemo(db, options);
    expect(await branches()).toEqual(before.filter(({ name }) => name !== 'Bellecour'));
    await clear();
    await seedDemo(db, options);
    expect(await branches()).toEqual(before);
    expect(await fixed()).toEqual(sheet);
    // a bureau that is another one by now: what its counters are is not known
    await clear();
    await db.updateTable('companies').set({ site: 'https://neuf.example' }).where('id', '=', 1).execute();
    await seedDemo(db, options);
    expect(await branches()).toEqual([]);
  });

  test('from several instances at once gives one set, the same as ever', async () => {
    const other = await createTestDatabase();
    try {
      const seedings = await Promise.all([1, 2, 3].map(() => seedDemo(other.db, options)));
      expect(seedings.filter(Boolean)).toHaveLength(1);
      const history = sql`SELECT id, at, company_id, user_id, currency_code, purchase, sale
        FROM fixing_logs ORDER BY id`;
      expect((await history.execute(other.db)).rows).toEqual((await history.execute(database.db)).rows);
    } finally {
      await other.close();
    }
  });
});
