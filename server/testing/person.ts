import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { insertReference } from '../seed/reference.ts';
import { aCompanyRow, aFixingLogRow, aStockRow, aTravellerRow, aUserRow } from './rows.ts';

/** Person, with texts that identify its rows. */
export type KeptPerson = { email: string; userId: number; companyId: number; personal: string[] };

/**
 * Inserts a person into every table that can hold personal data: a traveller who works for a company under the same
 * address, which is also the company's. `failureKeys`: keys of its failed logins, the last of which is journaled.
 */
export async function keepPerson(
  db: Db,
  email: string,
  failureKeys: readonly Buffer[] = [],
): Promise<KeptPerson> {
  await insertReference(db);
  const mark = randomUUID().slice(0, 8);
  const own = {
    name: `Prénom-${mark}`,
    surname: `Nom-${mark}`,
    phone: `+33 1 ${mark}`,
    img: `photo-${mark}`,
  };
  const { id: companyId } = await db
    .insertInto('companies')
    .values(
      aCompanyRow({
        name: `Bureau ${mark}`,
        logo: mark,
        site: `https://${mark}.example`,
        email,
        phone: `+33 2 ${mark}`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: userId } = await db
    .insertInto('users')
    .values(
      aUserRow({
        ...own,
        mail: email,
        company_id: companyId,
        role: `rôle-${mark}`,
        status: 'in_interim',
        password_hash: `hash-${mark}`,
        created_at: ago(90_000),
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepTraveller(db, { email, companyId, mark });
  await keepReservation(db, { email, companyId, mark });
  await keepEmployee(db, { email, companyId, userId, ...own });
  await keepSecurityEvents(db, userId, failureKeys);
  for (const [at, key] of failureKeys.entries()) {
    await db
      .insertInto('login_failures')
      .values({ key, count: 421 + at, since: ago(20 + at) })
      .execute();
  }
  return { email, userId, companyId, personal: [email, mark] };
}

/** Inserts a login and, where keys are given, failures under the last one. */
async function keepSecurityEvents(db: Db, userId: number, keys: readonly Buffer[]): Promise<void> {
  const line = {
    at: ago(60),
    kind: 'login',
    details: JSON.stringify({ is_new: true }),
    network: Buffer.alloc(32, 7),
  };
  await db
    .insertInto('security_events')
    .values({
      ...line,
      outcome: 'success',
      user_id: userId,
      subject_user_id: userId,
      device: 'Firefox sur Windows',
      session_id: 7,
    })
    .execute();
  const account = keys.at(-1);
  if (!account) return;
  await db
    .insertInto('security_events')
    .values({
      ...line,
      outcome: 'failure',
      user_id: null,
      subject_user_id: null,
      account,
      device: 'Edge sur Windows',
      count: 43,
      bound: account,
    })
    .execute();
}

/** Distinct times, by random seconds. */
function ago(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000 - Math.floor(Math.random() * 60_000));
}

async function keepTraveller(
  db: Db,
  { email, companyId, mark }: { email: string; companyId: number; mark: string },
): Promise<void> {
  await db
    .insertInto('leads')
    .values({
      at: ago(500),
      company_id: companyId,
      email,
      consent_at: ago(499),
      consent_text: `oui au bureau ${mark}`,
    })
    .execute();
  const { id } = await db
    .insertInto('subscriptions')
    .values({
      at: ago(400),
      email,
      type: 'newsletter',
      consent_text: `oui à la lettre ${mark}`,
      confirmed_at: ago(390),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('mails')
    .values({
      kind: 'newsletter',
      recipient: email,
      params: JSON.stringify({ subscription: id }),
      created_at: ago(399),
      due_at: ago(398),
      attempts: 31,
      handed_over_at: ago(397),
      finished_at: ago(396),
      outcome: 'unknown',
      last_error: `451 ${mark}`,
    })
    .execute();
}

/** Inserts a traveller with a reservation that was moved, then cancelled by the company. */
async function keepReservation(
  db: Db,
  { email, companyId, mark }: { email: string; companyId: number; mark: string },
): Promise<void> {
  const { id: travellerId } = await db
    .insertInto('travellers')
    .values(
      aTravellerRow({
        email,
        first_name: `Voyage-${mark}`,
        phone: `+33 3 ${mark}`,
        keeps_account: true,
        created_at: ago(800),
        seen_at: ago(6),
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const token_hash = Buffer.from(randomUUID().replaceAll('-', ''));
  await db
    .insertInto('traveller_sessions')
    .values({ token_hash, traveller_id: travellerId, created_at: ago(700), last_used_at: ago(6) })
    .execute();
  await db
    .insertInto('traveller_codes')
    .values({ email, created_at: ago(2) })
    .execute();
  const { id: stockId } = await db
    .insertInto('stocks')
    .values(aStockRow({ company_id: companyId, day: '2026-11-21', ready: '1000' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const amounts = {
    rate: '1.10500045',
    offered: '501.25',
    received: '552.51',
    fee: '4.95',
    handed_over: '552.51',
  };
  const { id } = await db
    .insertInto('reservations')
    .values({
      ...amounts,
      code: 'ACDEFG',
      company_id: companyId,
      branch: null,
      traveller_id: travellerId,
      request_key: randomUUID(),
      request_hash: Buffer.alloc(32, 3),
      side: 'sale',
      base: 'EUR',
      currency_code: 'USD',
      fixed_at: ago(790),
      stock_id: stockId,
      mode: 'counter',
      payment: 'cash',
      notes: 'small',
      denominations: [17, 23],
      promise: JSON.stringify({ hold_hours: 47, takes_better_rate: true, buy_back: null }),
      pickup_at: ago(300),
      held_until: ago(200),
      due_at: ago(250),
      requested_at: ago(780),
      updated_at: ago(600),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('reservations')
    .set({ state: 'declined', ended_at: ago(600) })
    .where('id', '=', id)
    .execute();
  await db
    .insertInto('client_notes')
    .values({ company_id: companyId, traveller_id: travellerId, note: `Note-${mark}`, updated_at: ago(590) })
    .execute();
  await db
    .insertInto('reservation_events')
    .values([
      { reservation_id: id, at: ago(650), kind: 'moved', actor: 'traveller', pickup_was: ago(310) },
      {
        reservation_id: id,
        at: ago(600),
        kind: 'declined',
        actor: 'bureau',
        reason: 'stock',
        rate_was: '1.0537',
        rate: '1.0731',
      },
    ])
    .execute();
  const paper = { company_id: companyId, reservation_id: id, name: '', address: '', authorisation: '' };
  await db
    .insertInto('slips')
    .values({ ...paper, number: 7, at: ago(590) })
    .execute();
  const redemption = { number: 4_711, slip: 7, at: ago(580), rate: '1.0837', percent_off: '1.37' };
  const user = sql<number>`(select min(id) from users)`;
  await db
    .insertInto('redemptions')
    .values({ ...paper, ...redemption, user_id: user as never, branch: '', amount: '107.00', paid: '97.38' })
    .execute();
}

async function keepFactors(db: Db, userId: number): Promise<void> {
  await db
    .insertInto('pending_logins')
    .values({
      token_hash: Buffer.from(randomUUID().replaceAll('-', '')),
      user_id: userId,
      created_at: ago(3),
    })
    .execute();
  await db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      credential_id: Buffer.from(randomUUID()),
      public_key: Buffer.from(randomUUID()),
      counter: 3,
      transports: ['internal'],
      name: `Clé ${randomUUID()}`,
      created_at: ago(900),
      last_used_at: ago(70),
    })
    .execute();
  await db
    .insertInto('totp_secrets')
    .values({
      user_id: userId,
      sealed: Buffer.from(randomUUID()),
      last_step: 57_000_000,
      created_at: ago(901),
      last_used_at: ago(71),
    })
    .execute();
  await db
    .insertInto('removed_factors')
    .values({
      user_id: userId,
      kind: 'passkey',
      factor: JSON.stringify({ name: `Clé ${randomUUID()}` }),
      removed_at: ago(60),
    })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({
      user_id: userId,
      selector: 'A2',
      code_hash: randomUUID(),
      created_at: ago(902),
      used_at: ago(72),
    })
    .execute();
}

async function keepEmployee(
  db: Db,
  person: { email: string; companyId: number; userId: number; name: string; surname: string; phone: string },
): Promise<void> {
  const { email, companyId, userId, name, surname, phone } = person;
  await db.insertInto('user_scopes').values({ user_id: userId, scope: 'fixings.list.me' }).execute();
  await db
    .insertInto('sessions')
    .values({
      token_hash: Buffer.from(randomUUID().replaceAll('-', '')),
      user_id: userId,
      created_at: ago(60),
      verified_at: ago(50),
      last_used_at: ago(5),
      device: 'Safari sur Mac',
      network: '203.0.113.x',
    })
    .execute();
  await keepFactors(db, userId);
  await db
    .insertInto('mail_changes')
    .values({ user_id: userId, mail: email, created_at: ago(4) })
    .execute();
  await db
    .insertInto('user_photos')
    .values({
      img: randomUUID().replaceAll('-', ''),
      user_id: userId,
      png: Buffer.from(`the picture of ${email}`),
      created_at: ago(80),
    })
    .execute();
  await db
    .insertInto('password_links')
    .values({ user_id: userId, created_at: ago(2_000), used_at: ago(1_900) })
    .execute();
  await db
    .insertInto('fixing_logs')
    .values(
      aFixingLogRow({
        at: ago(300),
        company_id: companyId,
        user_id: userId,
        rate: '1.13610042',
        purchase: '1.17000043',
        sale: '1.10500044',
        origin: 'rule',
        rule: JSON.stringify({ target: { kind: 'all' }, follows: true, sale_margin: 2.75 }),
      }),
    )
    .execute();
  const acts = [
    {
      action: 'user.invited',
      subject_user_id: userId,
      changes: { mail: [null, email], name: [null, name], surname: [null, surname], phone: [null, phone] },
    },
    {
      action: 'user.edited',
      subject_user_id: userId,
      changes: { phone: [phone, '+33 6'], role: ['agent', 'root'] },
    },
    {
      action: 'company.added',
      subject_user_id: null,
      changes: { email: [null, email], is_partner: [null, true] },
    },
  ];
  for (const { action, subject_user_id, changes } of acts) {
    await db
      .insertInto('audit_entries')
      .values({
        at: ago(1_000),
        user_id: userId,
        action,
        company_id: companyId,
        subject_user_id,
        changes: JSON.stringify(changes),
      })
      .execute();
  }
}

/** Rows of all tables as one text, those of the queue's schema too. */
export async function readEverything(db: Db): Promise<string> {
  const tables = await db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name, schema }) =>
      db
        .withSchema(schema ?? 'public')
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}
