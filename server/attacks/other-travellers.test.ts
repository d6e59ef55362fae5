import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { aTravellerEdit } from '#domain/testing/travellers.ts';
import { ASKED_AT, admitBureau, TEST_CODES, WANTED } from '../testing/bookings.ts';
import type { Browser } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';
import { signIn } from '../testing/travellers.ts';

// A traveller who is signed in names another one, and the reservation of the other, in every way a call leaves room for.

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const PHONE = '01 99 00 00 77';
let office: OpenOffice;
let paul: Browser;
let reservation: { id: string; code: string; number: string; row: number; traveller: number };

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => ASKED_AT);
  await admitBureau(office.db, office.companies.Quais ?? 0);
  const zoe = await signIn(office.app, office.db, 'zoe@exemple.fr', SECRET);
  await zoe.post('/api/traveller/me', aTravellerEdit({ first_name: 'Zoé-Marie', phone: PHONE }));
  const key = { 'idempotency-key': crypto.randomUUID() };
  const { id } = (await zoe.post('/api/traveller/reservations', WANTED, key)).json();
  const row = await office.db.selectFrom('reservations').selectAll().executeTakeFirstOrThrow();
  const code = TEST_CODES.read(row) ?? '';
  const { traveller_id: traveller } = row;
  const number = `${row.year}-${row.number}`;
  reservation = { id, code, number, row: row.id, traveller: traveller ?? 0 };
  paul = await signIn(office.app, office.db, 'paul@exemple.fr', SECRET);
});
afterAll(() => office.close());

async function rowsOfZoe(): Promise<string> {
  const { traveller } = reservation;
  const { rows } = await sql<{ all: string }>`select array[
    (select json_agg(t) from travellers t where id = ${traveller})::text,
    (select json_agg(r) from reservations r where traveller_id = ${traveller})::text,
    (select json_agg(s) from traveller_sessions s where traveller_id = ${traveller})::text,
    (select json_agg(e) from reservation_events e)::text,
    (select json_agg(s) from stocks s where promised > 0)::text
  ] as all`.execute(office.db);
  return JSON.stringify(rows);
}

const calls = (Object.keys(api) as CallName[]).filter(
  // logout and deletion end the session of who asks
  (name) => api[name].needs === 'traveller' && !/(logout|delete)$/.test(name),
);

test.each(calls)('%s neither shows nor changes what another traveller has', async (name) => {
  const [method, path = ''] = name.split(' ');
  const { id, row, traveller, number } = reservation;
  const before = await rowsOfZoe();
  const answers: string[] = [];
  for (const named of path.includes('{') ? [id, String(row), number, String(traveller)] : [id]) {
    const names = { traveller, traveller_id: traveller, email: 'zoe@exemple.fr', reservation: id };
    const moved = { pickup_at: WANTED.pickup_at, updated_at: ASKED_AT.toISOString() };
    const query = `?id=${named}&traveller_id=${traveller}&email=zoe@exemple.fr`;
    for (const url of [path, path + query].map((one) => one.replace(/\{\w+\}/, named))) {
      if (method === 'GET') answers.push((await paul.get(url)).body);
      else answers.push((await paul.post(url, { ...names, ...moved, id: named })).body);
    }
  }
  for (const body of answers) {
    for (const secret of ['zoe@', 'Zoé-Marie', PHONE, reservation.code]) expect(body).not.toContain(secret);
  }
  expect(await rowsOfZoe()).toBe(before);
});

test('an account is deleted by its own address alone', async () => {
  const before = await rowsOfZoe();
  const answer = await paul.post('/api/traveller/delete', { email: 'zoe@exemple.fr' });
  expect(answer.json()).toMatchObject({ code: 'other_email' });
  expect(await rowsOfZoe()).toBe(before);
});
