import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Booking } from '#domain/reservations/booking.ts';
import { formatBring, requiresIdentity } from '#domain/reservations/bring.ts';
import type { BureauReservation, Reservation, ReservationRequest } from '#domain/reservations/reservation.ts';
import { composeMail } from '../../mail/compose.ts';
import { ASKED_AT, admitBureau, forgetReservations, WANTED } from '../../testing/bookings.ts';
import { letterSources } from '../../testing/mails.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { signIn } from '../../testing/travellers.ts';

// Exchanges of a person at a bureau count together wherever an identity document is decided on.

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
type BookingAnswer = { booking: Booking | null };

const BECAUSE = /avec les autres échanges .*, le total dépasse €.1.000, et la loi la demande/;
let office: OpenOffice;
let zoe: Browser;
let agent: Browser;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => ASKED_AT);
  const { db, users, companies } = office;
  for (const name of ['Quais', 'Zéphyr']) {
    await admitBureau(db, companies[name] ?? 0, { terms: { maximum: 5_000 } });
  }
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  agent = await enter(office.app, 'agent');
  zoe = await signIn(office.app, db, 'zoe@exemple.fr', SECRET);
});
beforeEach(async () => {
  await forgetReservations(office.db);
  await office.db.deleteFrom('mails').execute();
});
afterAll(() => office.close());

const reserve = async (
  asked: Partial<ReservationRequest> & { amount: number },
  who = zoe,
): Promise<Reservation> => {
  const answer = await who.post(
    '/api/traveller/reservations',
    { ...WANTED, ...asked },
    { 'idempotency-key': crypto.randomUUID() },
  );
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const own = async (id: string, who = zoe): Promise<Reservation> =>
  (await who.get(`/api/traveller/reservations/${id}`)).json();
const ofBureau = async (number: string): Promise<BureauReservation> => {
  const all: BureauReservation[] = (await agent.get('/api/reservations')).json();
  const found = all.find((one) => one.number === number);
  if (!found) throw new Error(`${number} is not listed`);
  return found;
};

test('two exchanges that pass the threshold together require a document, and the agent sees which', async () => {
  const first = await reserve({ amount: 600 });
  expect(requiresIdentity(first)).toBe(false);
  expect(formatBring(first).join()).not.toMatch(BECAUSE);
  const second = await reserve({ amount: 600 });
  for (const { id, number } of [first, second]) {
    const shown = await own(id);
    expect(requiresIdentity(shown)).toBe(true);
    expect(formatBring(shown).join()).toMatch(BECAUSE);
    const row = await ofBureau(number);
    const other = number === first.number ? second : first;
    expect(row.linked).toEqual([{ number: other.number, at: other.pickup_at, amount: other.offered }]);
    expect(row.linked_amount).toBe(other.offered);
    expect(requiresIdentity(row)).toBe(true);
  }
  // told before the third is asked for, too
  const { booking }: BookingAnswer = (
    await zoe.get(`/api/traveller/bookings?company=${encodeURIComponent(WANTED.company)}&currency=USD`)
  ).json();
  expect(booking?.linked.map(({ number }) => number)).toEqual([first.number, second.number]);
});

test('what is declined or cancelled is not counted, nor what was exchanged at another bureau', async () => {
  const [first, second] = [await reserve({ amount: 600 }), await reserve({ amount: 600 })];
  await reserve({ amount: 600, company: 'https://bureau-1.example' });
  expect((await ofBureau(first.number)).linked.map(({ number }) => number)).toEqual([second.number]);
  await zoe.post('/api/traveller/reservations/cancel', { id: second.id });
  expect((await ofBureau(first.number)).linked).toEqual([]);
  expect(requiresIdentity(await own(first.id))).toBe(false);
});

test('an account of the same telephone counts for the bureau, and its amounts are told to nobody else', async () => {
  const { db } = office;
  const lea = await signIn(office.app, db, 'lea@exemple.fr', SECRET);
  const max = await signIn(office.app, db, 'max@exemple.fr', SECRET);
  for (const email of ['lea@exemple.fr', 'zoe@exemple.fr']) {
    await sql`UPDATE travellers SET phone = '01 99 00 00 07' WHERE email = ${email}`.execute(db);
  }
  const hers = await reserve({ amount: 1_000 }, lea);
  await reserve({ amount: 1_000 }, max);
  const mine = await reserve({ amount: 600 });
  expect((await ofBureau(mine.number)).linked).toEqual([
    { number: hers.number, at: hers.pickup_at, amount: hers.offered },
  ]);
  const shown = await own(mine.id);
  expect(requiresIdentity(shown)).toBe(true);
  // a cent above the missing amount, whatever Léa exchanged
  expect(shown.linked_amount).toBe(Math.round((1_000 - mine.offered) * 100 + 1) / 100);
  expect(JSON.stringify(shown)).not.toContain(hers.number);
  const path = `/api/traveller/bookings?company=${encodeURIComponent(WANTED.company)}&currency=USD`;
  const { booking }: BookingAnswer = (await zoe.get(path)).json();
  expect(booking?.linked.map(({ number }) => number)).toEqual([mine.number]);
  const anybody: BookingAnswer = (
    await office.app.inject({ url: path.replace('traveller', 'public') })
  ).json();
  expect(anybody.booking?.linked).toEqual([]);
});

test('a hand-over counts for thirty days, at the amount that was handed over, and then no more', async () => {
  const first = await reserve({ amount: 600 });
  for (const act of ['accept', 'ready']) await agent.post(`/api/reservations/${act}`, { id: first.id });
  const { code } = await own(first.id);
  const collected = await agent.post('/api/reservations/collect', { code, another_day: true });
  expect(collected.statusCode, collected.body).toBe(200);
  const second = await reserve({ amount: 600 });
  const endedDaysBefore = (days: number) =>
    sql`UPDATE reservations SET ended_at = ${second.pickup_at}::timestamptz - make_interval(days => ${days})
      WHERE reference = ${first.id}`.execute(office.db);
  await endedDaysBefore(30);
  expect((await ofBureau(second.number)).linked.map(({ number }) => number)).toEqual([first.number]);
  await endedDaysBefore(31);
  expect((await ofBureau(second.number)).linked).toEqual([]);
});

test('the letter of a reservation asks for the document because of the others', async () => {
  await reserve({ amount: 600 });
  await reserve({ amount: 600 });
  const mail = await office.db
    .selectFrom('mails')
    .where('recipient', '=', 'zoe@exemple.fr')
    .select(['id', 'kind', 'recipient', 'params'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const sources = letterSources(office.db, SECRET);
  const composed = await composeMail(sources, { ...mail, createdAt: ASKED_AT } as never, ASKED_AT);
  const text = (composed && (await PostalMime.parse(composed.raw)).text)?.replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/avec les autres échanges .*, le total dépasse € 1 000, et la loi la demande/);
});
