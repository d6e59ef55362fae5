import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { composeMail } from '../../mail/compose.ts';
import {
  ASKED_AT,
  addTravellers,
  admitBureau,
  asking,
  forgetReservations,
  madeBy,
} from '../../testing/bookings.ts';
import { letterSources } from '../../testing/mails.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { mailedDigits, visit } from '../../testing/travellers.ts';
import { rewriteDomains } from './ascii-domains.job.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const ASCII = 'zoe@xn--socit-esab.fr';
const UNICODE = 'zoe@société.fr';
let office: OpenOffice;
let clock: Date;
let quais: number;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => clock);
  quais = office.companies.Quais ?? 0;
  await admitBureau(office.db, quais);
});
beforeEach(async () => {
  clock = ASKED_AT;
  await forgetReservations(office.db);
  for (const table of ['travellers', 'traveller_codes', 'mails', 'subscriptions', 'leads'] as const)
    await office.db.deleteFrom(table).execute();
});
afterAll(() => office.close());

const rewrite = () => rewriteDomains({ db: office.db, log: office.app.log, now: () => clock });
async function addTraveller(email: string, seenAt: Date): Promise<number> {
  const [id = 0] = await addTravellers(office.db, 1);
  await sql`update travellers set email = ${email}, seen_at = ${seenAt} where id = ${id}`.execute(office.db);
  return id;
}

test('one box gets fifteen codes an hour under all spellings of its domain', async () => {
  const spellings = [
    'société.fr',
    'SOCIÉTÉ.fr',
    'société。fr',
    'ｓｏｃｉété．fr',
    'xn--socit-esab.fr',
    'socie\u0301te\u0301.fr',
  ];
  for (let i = 0; i < 84; i += 1) {
    const email = `zoe@${spellings[i % spellings.length]}`;
    const asked = await visit(office.app, `203.0.${i}.1`).post('/api/traveller/code', { email });
    expect(asked.statusCode).toBe(200);
  }
  const mails = await office.db.selectFrom('mails').select('recipient').execute();
  expect(mails).toEqual(Array(15).fill({ recipient: ASCII }));
});

test('an account is opened under any spelling', async () => {
  const browser = visit(office.app);
  await browser.post('/api/traveller/code', { email: UNICODE });
  const code = await mailedDigits(office.db, ASCII, SECRET);
  const opened = await browser.post('/api/traveller/session', { email: 'zoe@SOCIÉTÉ。fr', code });
  expect(opened.json()).toMatchObject({ email: ASCII });
});

test.each([
  ['in Unicode', UNICODE],
  ['in ASCII', ASCII],
])('of two accounts of one mailbox the one used last, %s, keeps the address and gets all of the other', async (_, last) => {
  const { db } = office;
  const first = last === ASCII ? UNICODE : ASCII;
  const former = await addTraveller(first, new Date('2026-11-01T09:00:00.000Z'));
  const kept = await addTraveller(last, new Date('2026-11-19T09:00:00.000Z'));
  const reserved = [
    await madeBy(db, asking(former, quais, {}, { key: 'same' })),
    await madeBy(db, asking(kept, quais, {}, { key: 'same' })),
  ];
  await db
    .updateTable('travellers')
    .set({ keeps_account: true, first_name: 'Zoé' })
    .where('id', '=', former)
    .execute();
  await db
    .insertInto('client_notes')
    .values({ company_id: quais, traveller_id: former, note: 'Vient le samedi', updated_at: clock })
    .execute();
  await db.deleteFrom('mails').execute();

  await rewrite();
  const travellers = await db
    .selectFrom('travellers')
    .select(['id', 'email', 'keeps_account', 'first_name'])
    .execute();
  expect(travellers).toEqual([{ id: kept, email: ASCII, keeps_account: true, first_name: 'Zoé' }]);
  const rows = await db.selectFrom('reservations').select(['id', 'traveller_id']).orderBy('id').execute();
  expect(rows).toEqual(reserved.map((id) => ({ id, traveller_id: kept })));
  expect(await db.selectFrom('client_notes').select(['traveller_id', 'note']).execute()).toEqual([
    { traveller_id: kept, note: 'Vient le samedi' },
  ]);
  const mails = await db.selectFrom('mails').selectAll().execute();
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual(
    Array(2).fill(['traveller_merged', ASCII]),
  );
  const sources = letterSources(db, SECRET);
  const claimed = { ...(mails[0] ?? (undefined as never)), createdAt: clock };
  expect(String((await composeMail(sources, claimed, clock))?.raw)).toContain('Vos deux comptes');
  // and again, beside an older instance that has stored another one
  await addTraveller(UNICODE, new Date('2026-11-18T09:00:00.000Z'));
  await rewrite();
  expect(await db.selectFrom('travellers').select(['id', 'email']).execute()).toEqual([
    { id: kept, email: ASCII },
  ]);
});

test('consents, contacts and accounts are rewritten; of two sign-ups the confirmed one stays; a user is never joined', async () => {
  const { db, users, companies } = office;
  const at = clock;
  await db
    .insertInto('subscriptions')
    .values([
      { email: UNICODE, type: 'newsletter', at, confirmed_at: at, consent_text: 'Oui' },
      { email: ASCII, type: 'newsletter', at: new Date(at.getTime() + 1), consent_text: 'Oui' },
    ])
    .execute();
  await db
    .insertInto('leads')
    .values({ email: UNICODE, at, company_id: quais, consent_at: at, consent_text: 'Oui' })
    .execute();
  await db
    .updateTable('companies')
    .set({ email: UNICODE })
    .where('id', '=', companies.Quais ?? 0)
    .execute();
  const mail = (id: number, to: string) => sql`update users set mail = ${to} where id = ${id}`.execute(db);
  await mail(users.idle, 'seul@société.fr');
  await mail(users.loner, UNICODE);
  await mail(users.agent2, ASCII);
  await rewrite();
  expect(await db.selectFrom('subscriptions').select(['email', 'confirmed_at']).execute()).toEqual([
    { email: ASCII, confirmed_at: at },
  ]);
  expect(await db.selectFrom('leads').select('email').execute()).toEqual([{ email: ASCII }]);
  const company = db
    .selectFrom('companies')
    .where('id', '=', companies.Quais ?? 0)
    .select('email');
  expect(await company.executeTakeFirst()).toEqual({ email: ASCII });
  const mails = await db
    .selectFrom('users')
    .where('mail', 'like', '%soci%')
    .select(['id', 'mail'])
    .orderBy('id')
    .execute();
  expect(new Map(mails.map(({ id, mail: own }) => [id, own]))).toEqual(
    new Map([
      [users.agent2, ASCII],
      [users.loner, UNICODE],
      [users.idle, 'seul@xn--socit-esab.fr'],
    ]),
  );
});
