import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { aTravellerEdit } from '#domain/testing/travellers.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { ASKED_AT, admitBureau, forgetReservations, WANTED } from '../../testing/bookings.ts';
import { type MailServer, openMailServer } from '../../testing/mail-server.ts';
import { SECRET, startTestMails, type TestWorker } from '../../testing/mails.ts';
import { type Browser, enter, mailOf } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { signIn } from '../../testing/travellers.ts';
import { eraseTravellers } from '../privacy/erase-travellers.queries.ts';
import { endDueReservations } from './end-due-reservations.ts';

const ZOE = 'zoe@exemple.fr';
const BUREAU = 'contact@quais.example';

let office: OpenOffice;
let server: MailServer;
let worker: TestWorker;
let zoe: Browser;
let agent: Browser;
let clock = ASKED_AT;
/** while it is true nothing is due for who sends the mails */
let isHeldUp = false;

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => clock);
  const { db, users, companies } = office;
  await admitBureau(db, companies.Quais ?? 0);
  await db
    .updateTable('companies')
    .set({ email: BUREAU })
    .where('id', '=', companies.Quais ?? 0)
    .execute();
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  agent = await enter(office.app, 'agent');
  server = await openMailServer();
  worker = startTestMails({
    db,
    url: office.url,
    smtpUrl: server.url,
    now: () => (isHeldUp ? new Date(0) : clock),
  });
});
beforeEach(async () => {
  const { db } = office;
  await forgetReservations(db);
  await db.deleteFrom('traveller_codes').execute();
  await db.deleteFrom('login_failures').execute();
  zoe = await signIn(office.app, db, ZOE, SECRET);
  await zoe.post('/api/traveller/me', aTravellerEdit({ phone: '01 99 00 00 07' }));
  await vi.waitFor(settled, { timeout: 60_000, interval: 20 });
});
afterAll(async () => {
  await worker.close();
  await server.close();
  await office.close();
});

type Sent = MailServer['received'][number];
const settled = async () => {
  const left = await office.db
    .selectFrom('mails')
    .where('finished_at', 'is', null)
    .where('due_at', '<=', clock)
    .select('id')
    .execute();
  expect(left).toEqual([]);
};
/** The mails that this causes, once they have all left, by whom they are to. */
async function mailsOf(cause: () => Promise<unknown>): Promise<Sent[]> {
  const before = server.received.length;
  await cause();
  await vi.waitFor(settled, { timeout: 60_000, interval: 20 });
  return server.received.slice(before).sort((one, other) => one.to.localeCompare(other.to));
}
const reserve = async (request: object = {}) => {
  // an hour later each time: one traveller makes five in an hour
  await office.db
    .updateTable('reservations')
    .set({ requested_at: sql`requested_at - interval '1 hour'` })
    .execute();
  const answer = await zoe.post(
    '/api/traveller/reservations',
    { ...WANTED, ...request },
    { 'idempotency-key': crypto.randomUUID() },
  );
  return answer.json();
};
const now = async (id: string) => (await zoe.get(`/api/traveller/reservations/${id}`)).json();
const bureau = (call: string, body: object) => () => agent.post(`/api/reservations/${call}`, body);
const traveller = (call: string, body: object) => () => zoe.post(`/api/traveller/reservations/${call}`, body);
const move = async (id: string, pickup_at: string) => ({
  id,
  pickup_at,
  updated_at: (await now(id)).updated_at,
});
const subjects = (mails: readonly Sent[]) => mails.map(({ to, mail }) => [to, mail.subject]);
const texts = (mails: readonly Sent[]) => mails.map(({ mail }) => mail.text ?? '').join('\n');
const LATER = '2026-11-21T12:30:00.000Z';

test('the request’s confirmation has its code, a calendar entry and a picture; the company’s letter has none', async () => {
  let made = { id: '', number: '', code: '' };
  const [toAgent, toBureau, toZoe] = await mailsOf(async () => {
    made = await reserve();
  });
  expect([toAgent?.to, toBureau?.to, toZoe?.to]).toEqual([mailOf('agent'), BUREAU, ZOE]);
  const text = toZoe?.mail.text ?? '';
  for (const said of [
    'Bonjour Zoé,',
    'Taux net\u00a0: 1\u00a0EUR = 1,1050\u00a0USD.',
    'samedi 21 novembre à\u00a011\u00a0h',
    made.code,
    'en espèces',
    `https://www.parite.example/#/voyages/${made.id}`,
  ]) {
    expect(text).toContain(said);
  }
  // the picture stands in the letter, by its Content-ID
  const [picture, calendar] = toZoe?.mail.attachments ?? [];
  expect(toZoe?.mail.html).toContain(`src="cid:${picture?.contentId?.replace(/[<>]/g, '')}"`);
  expect(calendar).toMatchObject({ filename: 'retrait.ics', mimeType: 'text/calendar' });
  expect(new TextDecoder().decode(calendar?.content as ArrayBuffer)).toContain('DTSTART:20261121T100000Z');
  expect(picture).toMatchObject({ filename: `code-${made.code}.png`, mimeType: 'image/png' });
  for (const mail of [toAgent, toBureau]) {
    expect(mail?.mail.subject).toBe(`Réservation n° ${made.number} : à accepter`);
    expect(mail?.mail.text).toContain('À remettre\u00a0: $\u00a0100\nÀ recevoir\u00a0: €\u00a090,50');
    expect(mail?.mail.attachments).toEqual([]);
    // who it is, and what shows that it is they, stand on the bureau's page alone, and with the traveller
    for (const secret of [made.code, 'Zoé', ZOE, '01 99']) expect(mail?.raw).not.toContain(secret);
  }
});

test('each change is mailed to those concerned, and to nobody else', async () => {
  const { id, number } = await reserve({ pickup_at: LATER });
  await vi.waitFor(settled, { timeout: 60_000, interval: 20 });
  const accepted = await mailsOf(bureau('accept', { id }));
  expect(subjects(accepted)).toEqual([[ZOE, 'Quais accepte votre réservation']]);
  // the rate and the stock, both in writing
  expect(texts(accepted)).toMatch(
    /Assurance taux[\s\S]*Dès votre demande, le montant est mis de côté et vous est réservé/,
  );
  const moved = await mailsOf(traveller('move', await move(id, '2026-11-21T13:00:00.000Z')));
  expect(subjects(moved)).toEqual([
    ...[mailOf('agent'), BUREAU].map((to) => [to, `Réservation n° ${number} : une autre heure`]),
    [ZOE, 'Votre retrait chez Quais change d’heure'],
  ]);
  expect(texts(moved)).toContain('samedi 21 novembre à\u00a014\u00a0h');
  // again and again: the last one alone is told, a while later
  for (const hour of ['13:15', '13:30', '14:00']) {
    const pickup = await move(id, `2026-11-21T${hour}:00.000Z`);
    expect(await mailsOf(traveller('move', pickup))).toEqual([]);
  }
  clock = new Date(ASKED_AT.getTime() + 6 * 60_000);
  const last = await mailsOf(async () => undefined);
  expect(subjects(last)).toEqual(subjects(moved));
  expect(texts(last)).toContain('samedi 21 novembre à\u00a015\u00a0h');
  const byBureau = await mailsOf(bureau('move', await move(id, '2026-11-21T15:00:00.000Z')));
  expect(subjects(byBureau)).toEqual([[ZOE, 'Quais change l’heure de votre retrait']]);
  expect(texts(byBureau)).toMatch(
    /prévu jusqu’ici le samedi 21 novembre à\u00a015\u00a0h[\s\S]*samedi 21 novembre à\u00a016\u00a0h/,
  );
  expect(subjects(await mailsOf(bureau('ready', { id })))).toEqual([
    [ZOE, 'Vos billets vous attendent chez Quais'],
  ]);
  const cancelled = await mailsOf(bureau('cancel', { id, reason: 'stock' }));
  expect(subjects(cancelled)).toEqual([[ZOE, 'Quais annule votre réservation']]);
  expect(texts(cancelled)).toContain('il n’a plus assez de billets');
  expect(cancelled[0]?.mail.attachments.map(({ filename }) => filename)).toEqual(['retrait.ics']);
  const { id: other } = await reserve();
  await vi.waitFor(settled, { timeout: 60_000, interval: 20 });
  expect(subjects(await mailsOf(bureau('decline', { id: other, reason: 'other' })))).toEqual([
    [ZOE, 'Quais ne peut pas prendre votre réservation'],
  ]);
  const third = await reserve();
  for (const call of ['accept', 'ready']) await bureau(call, { id: third.id })();
  await vi.waitFor(settled, { timeout: 60_000, interval: 20 });
  const collected = await mailsOf(bureau('collect', { code: third.code, another_day: true }));
  expect(subjects(collected)).toEqual([[ZOE, 'Votre échange chez Quais est fait']]);
  expect(texts(collected)).toContain('Votre bordereau, n°\u00a01, porte');
});

test('a request answered before its letter left has the answer’s letter only', async () => {
  const { db, companies } = office;
  const { id } = await reserve();
  await vi.waitFor(settled, { timeout: 60_000, interval: 20 });
  await mailsOf(bureau('accept', { id }));
  const event = await db
    .selectFrom('reservation_events')
    .innerJoin('reservations', 'reservations.id', 'reservation_id')
    .where('reference', '=', id)
    .where('kind', '=', 'requested')
    .select('reservation_events.id')
    .executeTakeFirstOrThrow();
  const late = (recipient: string, params: object) => async () =>
    enqueueMail(db, { kind: 'reservation', recipient, params: { event: event.id, ...params }, at: clock });
  expect(subjects(await mailsOf(late(ZOE, {})))).toEqual([]);
  expect(subjects(await mailsOf(late(BUREAU, { company: companies.Quais ?? 0 })))).toEqual([]);
  await mailsOf(bureau('cancel', { id, reason: 'other' }));
});

test('a company hears nothing of a request that was cancelled before its letter left', async () => {
  const mails = await mailsOf(async () => {
    isHeldUp = true;
    const { id } = await reserve();
    await traveller('cancel', { id })();
    isHeldUp = false;
  });
  expect(subjects(mails)).toEqual([[ZOE, 'Votre réservation chez Quais est annulée']]);
  const { id, number } = await reserve();
  await vi.waitFor(settled, { timeout: 60_000, interval: 20 });
  const told = await mailsOf(traveller('cancel', { id }));
  expect(subjects(told)).toEqual([
    ...[mailOf('agent'), BUREAU].map((to) => [to, `Réservation n° ${number} : annulée par le voyageur`]),
    [ZOE, 'Votre réservation chez Quais est annulée'],
  ]);
  const [calendar] = told.at(-1)?.mail.attachments ?? [];
  expect(new TextDecoder().decode(calendar?.content as ArrayBuffer)).toMatch(
    /METHOD:CANCEL\r?\n.*STATUS:CANCELLED\r?\n/s,
  );
});

test('lapsed requests and no-shows are mailed; an immediate acceptance is in the request’s one mail', async () => {
  const { db } = office;
  await admitTerms({ accepts_up_to: 300 });
  let number = '';
  const atOnce = await mailsOf(async () => {
    ({ number } = await reserve());
  });
  expect(subjects(atOnce)).toEqual([
    ...[mailOf('agent'), BUREAU].map((to) => [to, `Réservation n° ${number} : à préparer`]),
    [ZOE, 'Votre réservation chez Quais est acceptée'],
  ]);
  await admitTerms({ accepts_up_to: null });
  for (const amount of [110, 120]) await reserve({ amount });
  await vi.waitFor(settled, { timeout: 60_000, interval: 20 });
  await db
    .updateTable('reservations')
    .set({ due_at: new Date(0) })
    .where('ended_at', 'is', null)
    .execute();
  const asked = clock;
  const ended = await mailsOf(async () => {
    await endDueReservations({ db, log: { error: () => undefined } as never });
    // the clock of the database is nobody's to set
    clock = new Date(Math.max(Date.now(), asked.getTime()) + 60_000);
  });
  clock = asked;
  const lapsed = 'Quais n’a pas répondu à votre demande';
  expect(
    subjects(ended)
      .map(([, subject]) => subject)
      .sort(),
  ).toEqual([lapsed, lapsed, 'Votre réservation chez Quais est close']);
});

test('the erasure of an account notifies companies with open reservations, and the traveller gets no more mails', async () => {
  const { db } = office;
  const { id, number } = await reserve();
  await vi.waitFor(settled, { timeout: 60_000, interval: 20 });
  await bureau('accept', { id })();
  const { id: travellerId } = await db
    .selectFrom('travellers')
    .where('email', '=', ZOE)
    .select('id')
    .executeTakeFirstOrThrow();
  const told = await mailsOf(() =>
    db.transaction().execute((trx) => eraseTravellers(trx, [travellerId], clock)),
  );
  expect(subjects(told).filter(([to]) => to !== ZOE)).toEqual(
    [mailOf('agent'), BUREAU].map((to) => [to, `Réservation n° ${number} : annulée par le voyageur`]),
  );
  const logged = worker.logged();
  for (const secret of [ZOE, BUREAU, mailOf('agent'), 'Zoé', '01 99']) expect(logged).not.toContain(secret);
});

async function admitTerms(terms: { accepts_up_to: number | null }): Promise<void> {
  const { db, companies } = office;
  const row = await db
    .selectFrom('reservation_terms')
    .where('company_id', '=', companies.Quais ?? 0)
    .select('terms')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('reservation_terms')
    .set({ terms: JSON.stringify({ ...row.terms, ...terms }) })
    .execute();
}
