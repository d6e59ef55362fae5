import { afterEach, beforeEach, expect, test } from 'vitest';
import { aCompanyDraft } from '#domain/testing/companies.ts';
import { aUserDraft } from '#domain/testing/users.ts';
import type { Schema } from '../db/schema.ts';
import { erasePerson } from '../features/privacy/erase-person.queries.ts';
import { exportPerson } from '../features/privacy/export-person.queries.ts';
import { TEST_CODES } from '../testing/bookings.ts';
import { Browser, enter, mailOf, PASSWORD } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// One person types an address in as many ways as there are devices: every entrance takes it for the one that it is.

const KEPT = 'zo\u00e9.durand@exemple.fr';
const TYPED = [' Zo\u00e9.Durand@Exemple.FR', 'ZOE\u0301.DURAND@EXEMPLE.FR\u00a0', `\t${KEPT}`];

let office: OpenOffice;

beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

const post = (url: string, payload: object) => office.app.inject({ method: 'POST', url, payload });
async function kept(table: keyof Schema, column: string): Promise<unknown[]> {
  const rows = await office.db.selectFrom(table).selectAll().execute();
  return rows.map((row) => (row as Record<string, unknown>)[column]).filter((value) => value !== '');
}

async function leaveEverywhere(): Promise<void> {
  for (const email of TYPED) {
    expect((await post('/api/public/leads', { email, site: 'https://bureau-0.example' })).statusCode).toBe(
      201,
    );
    expect((await post('/api/public/save/email', { email, type: 'newsletter' })).statusCode).toBe(201);
  }
}

test('leads and the newsletter keep it in one spelling, the newsletter once', async () => {
  await leaveEverywhere();
  expect(await kept('leads', 'email')).toEqual(TYPED.map(() => KEPT));
  expect(await kept('subscriptions', 'email')).toEqual([KEPT]);
  expect(await kept('mails', 'recipient')).toEqual([KEPT]);
});

test('an invitation is to one account, which logs in, and forgets its password, in any spelling', async () => {
  const root = await enter(office.app, 'root');
  const invitation = aUserDraft({ name: 'Zoé', surname: 'Durand' });
  const invited = await Promise.all(
    TYPED.map((mail) => root.post('/api/iam/users/invite', { ...invitation, mail })),
  );
  expect(invited.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
  expect((await kept('users', 'mail')).filter((mail) => mail === KEPT)).toHaveLength(1);

  const { password_hash } = await office.db
    .selectFrom('users')
    .where('mail', '=', mailOf('agent'))
    .select('password_hash')
    .executeTakeFirstOrThrow();
  await office.db
    .updateTable('users')
    .set({ password_hash, status: 'in_service' })
    .where('mail', '=', KEPT)
    .execute();
  await office.db.deleteFrom('mails').execute();
  for (const username of TYPED) {
    const browser = new Browser(office.app);
    expect((await browser.post('/api/login', { username, password: PASSWORD })).statusCode).toBe(200);
    await browser.post('/api/iam/users/forgotten-password', { username });
  }
  // a login from a browser that the account does not know is told it too
  await office.db.deleteFrom('mails').where('kind', '<>', 'password').execute();
  expect(await kept('mails', 'recipient')).toEqual(TYPED.map(() => KEPT));
});

test('failed logins of one account count together', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const username = TYPED[attempt % TYPED.length];
    const answer = await new Browser(office.app).post('/api/login', { username, password: 'non' });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});

test('a bureau’s address is kept in that spelling too', async () => {
  const root = await enter(office.app, 'root');
  const draft = aCompanyDraft({ name: 'Change Zoé', site: 'https://zoe.example' });
  expect((await root.post('/api/companies/add', { ...draft, email: TYPED[0] })).statusCode).toBe(201);
  expect(await kept('companies', 'email')).toEqual([KEPT]);
});

test('what is kept is exported and erased, however it is typed', async () => {
  await leaveEverywhere();
  const root = await enter(office.app, 'root');
  const invited = await root.post('/api/iam/users/invite', { ...aUserDraft(), mail: KEPT });
  expect(invited.statusCode).toBe(201);
  for (const typed of TYPED) {
    const { leads, subscriptions, accounts } = await exportPerson(office.db, typed, [], TEST_CODES);
    expect([leads.length, subscriptions.length, accounts.length]).toEqual([TYPED.length, 1, 1]);
  }
  const { erased } = await erasePerson(office.db, ` ${KEPT}`, []);
  expect(erased).toMatchObject({ leads: 3, subscriptions: 1 });
});
