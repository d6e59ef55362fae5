import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeMail } from '../../mail/compose.ts';
import { addTravellers, admitBureau, asking } from '../../testing/bookings.ts';
import { enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { readEverything } from '../../testing/person.ts';
import { mailedDigits, signIn, visit } from '../../testing/travellers.ts';
import { eraseForgotten } from '../privacy/retention.queries.ts';
import { requestReservation } from '../reservations/request-reservation.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const EMAIL = 'zoe@exemple.fr';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let office: OpenOffice;
let quais: number;
let clock = new Date('2026-11-20T09:00:00.000Z');

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => clock);
  quais = office.companies.Quais ?? 0;
});
beforeEach(async () => {
  clock = new Date('2026-11-20T09:00:00.000Z');
  await office.db.deleteFrom('login_failures').execute();
  await office.db.deleteFrom('traveller_codes').execute();
});
afterAll(() => office.close());

const enterAs = (email: string) => signIn(office.app, office.db, email, SECRET);
const askCode = (email: string) => visit(office.app).post('/api/traveller/code', { email });
const open = (email: string, code: string) =>
  visit(office.app).post('/api/traveller/session', { email, code });
const mails = () =>
  office.db.selectFrom('mails').where('kind', '=', 'traveller_code').selectAll().orderBy('id').execute();

test('while no bureau takes reservations nobody is mailed a code', async () => {
  expect((await askCode(EMAIL)).json()).toMatchObject({ code: 'no_beta' });
  expect(await mails()).toEqual([]);
  await admitBureau(office.db, quais);
});

test('six digits that are mailed open the account, once, in a cookie of its own', async () => {
  const asked = await askCode(' Zoe@Exemple.fr ');
  expect([asked.statusCode, asked.json(), asked.cookies]).toEqual([200, {}, []]);
  const [mail] = await mails();
  expect(mail).toMatchObject({ recipient: EMAIL, params: { code: expect.any(Number) } });
  const job = await office.db
    .withSchema('graphile_worker')
    .selectFrom('jobs' as 'mails')
    .selectAll()
    .execute();
  expect(job).toMatchObject([{ priority: -10 }]);
  const code = await mailedDigits(office.db, EMAIL, SECRET);
  const config = {
    publicHost: 'localhost',
    backofficeHost: 'b',
    port: 1,
    mailFrom: 'p@exemple.fr',
    publisher: null,
  };
  const sources = { db: office.db, config: config as never, secret: SECRET };
  const claimed = { ...(mail ?? (undefined as never)), params: mail?.params ?? {}, createdAt: clock };
  expect(String((await composeMail(sources, claimed, clock))?.raw)).toContain(`${code} est votre code`);
  expect(await readEverything(office.db)).not.toContain(code);

  const opened = await open(EMAIL, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(opened.json()).toEqual({ email: EMAIL, first_name: '', phone: '', keeps_account: false });
  expect(opened.cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
    ['traveller', true, 'Lax'],
    ['XSRF-TOKEN', undefined, 'Lax'],
  ]);
  expect((await open(EMAIL, code)).statusCode).toBe(401);
  // a mail that leaves late says no code that is none any more
  expect(await composeMail(sources, claimed, clock)).toBeNull();
});

test('behind HTTPS the cookie is of this host alone', async () => {
  const secure = await openOffice({ SECRET, TRUST_PROXY: 'on' }, () => clock);
  await admitBureau(secure.db, secure.companies.Quais ?? 0);
  const browser = visit(secure.app);
  browser.headers['x-forwarded-proto'] = 'https';
  await browser.post('/api/traveller/code', { email: EMAIL });
  const code = await mailedDigits(secure.db, EMAIL, SECRET);
  const opened = await browser.post('/api/traveller/session', { email: EMAIL, code });
  expect(opened.cookies[0]).toMatchObject({ name: '__Host-traveller', secure: true, path: '/' });
  expect((await browser.get('/api/traveller/me')).statusCode).toBe(200);
  await secure.close();
});

test('a code is of its address, and of ten minutes', async () => {
  await askCode(EMAIL);
  const code = await mailedDigits(office.db, EMAIL, SECRET);
  expect((await open('paul@exemple.fr', code)).statusCode).toBe(401);
  clock = new Date(clock.getTime() + 10 * MINUTE);
  expect((await open(EMAIL, code)).json()).toMatchObject({ code: 'wrong_code' });
});

test('guesses are counted by account and by network, whether there is an account or not', async () => {
  await askCode(EMAIL);
  const code = await mailedDigits(office.db, EMAIL, SECRET);
  const wrong = code === '000000' ? '000001' : '000000';
  for (const email of [EMAIL, 'personne@exemple.fr']) {
    const answers = [];
    for (let i = 0; i < 11; i += 1) answers.push((await open(email, wrong)).statusCode);
    expect(answers).toEqual([...Array(10).fill(401), 429]);
  }
  // the right one comes too late
  expect((await open(EMAIL, code)).statusCode).toBe(429);
  for (let i = 0; i < 79; i += 1) await open(`personne${i}@exemple.fr`, wrong);
  expect((await open('tous@exemple.fr', wrong)).statusCode).toBe(429);
});

test('one address is mailed five codes an hour, and the answer does not say so', async () => {
  const before = (await mails()).length;
  for (let i = 0; i < 7; i += 1) expect((await askCode('boite@exemple.fr')).json()).toEqual({});
  expect((await mails()).length - before).toBe(5);
});

test('the public site sets no cookie before somebody signs in, and a session counts on its host alone', async () => {
  const visitor = visit(office.app);
  await visitor.get('/api/public/currencies');
  expect((await visitor.get('/api/traveller/me')).statusCode).toBe(401);
  await visitor.post('/api/traveller/code', { email: EMAIL });
  expect(visitor.cookies.size).toBe(0);
  const zoe = await enterAs(EMAIL);
  const token = zoe.cookies.get('traveller') ?? '';
  const there = await office.app.inject({
    url: '/api/me',
    headers: { host: 'backoffice.localhost', cookie: `session=${token}; traveller=${token}` },
  });
  expect(there.statusCode).toBe(401);
  const agent = await enter(office.app, 'agent');
  const here = await office.app.inject({
    url: '/api/traveller/me',
    headers: { host: 'localhost', cookie: `traveller=${agent.cookies.get('session')}` },
  });
  expect(here.statusCode).toBe(401);
});

describe('signed in', () => {
  const SAID = { first_name: ' Zoé ', phone: '01 99 00 00 00', keeps_account: true };

  test('what a traveller says of itself is kept; a write without the token is refused', async () => {
    const zoe = await enterAs(EMAIL);
    const refused = await zoe.post('/api/traveller/me', SAID, { 'x-xsrf-token': 'A'.repeat(43) });
    expect(refused.json()).toMatchObject({ code: 'xsrf' });
    const answer = await zoe.post('/api/traveller/me', SAID);
    expect(answer.json()).toEqual({
      email: EMAIL,
      first_name: 'Zoé',
      phone: SAID.phone,
      keeps_account: true,
    });
    expect((await zoe.post('/api/traveller/me', { ...SAID, phone: 'abc' })).json()).toMatchObject({
      code: 'invalid_phone',
    });
    // a browser that has lost its token is given another one
    zoe.cookies.delete('XSRF-TOKEN');
    await zoe.get('/api/traveller/me');
    expect((await zoe.post('/api/traveller/me', SAID)).statusCode).toBe(200);
  });

  test('logged out, and after 30 days without use, it is over', async () => {
    const zoe = await enterAs(EMAIL);
    const kept = new Map(zoe.cookies);
    expect((await zoe.post('/api/traveller/logout', {})).statusCode).toBe(204);
    expect(zoe.cookies.has('traveller')).toBe(false);
    for (const [name, value] of kept) zoe.cookies.set(name, value);
    expect((await zoe.get('/api/traveller/me')).statusCode).toBe(401);
    const again = await enterAs(EMAIL);
    clock = new Date(clock.getTime() + 29 * DAY);
    expect((await again.get('/api/traveller/me')).statusCode).toBe(200);
    clock = new Date(clock.getTime() + 30 * DAY);
    expect((await again.get('/api/traveller/me')).statusCode).toBe(401);
  });

  test('who signs in again in the same browser leaves no session behind', async () => {
    const zoe = await enterAs(EMAIL);
    const former = zoe.cookies.get('traveller');
    await zoe.post('/api/traveller/code', { email: EMAIL });
    const code = await mailedDigits(office.db, EMAIL, SECRET);
    expect((await zoe.post('/api/traveller/session', { email: EMAIL, code })).statusCode).toBe(200);
    expect((await zoe.get('/api/traveller/me')).statusCode).toBe(200);
    zoe.cookies.set('traveller', former ?? '');
    expect((await zoe.get('/api/traveller/me')).statusCode).toBe(401);
  });

  test('an account exports what is kept of it, and deletes itself: what was reserved is nobody’s', async () => {
    const { db } = office;
    const lea = await enterAs('lea@exemple.fr');
    await lea.post('/api/traveller/me', { ...SAID, first_name: 'Léa' });
    const { id } = await db
      .selectFrom('travellers')
      .where('email', '=', 'lea@exemple.fr')
      .select('id')
      .executeTakeFirstOrThrow();
    const reserved = asking(id, quais);
    await requestReservation(db, reserved);
    await requestReservation(db, asking(id, quais));
    await enterAs(EMAIL);
    const given = (await lea.get('/api/traveller/export')).json();
    expect(given).toMatchObject({
      traveller_accounts: [{ email: 'lea@exemple.fr', first_name: 'Léa' }],
      reservations: Array(2).fill({ company: 'Quais', received: '100.00', state: 'requested' }),
      reservation_events: [{ kind: 'requested' }, { kind: 'requested' }],
    });
    expect(JSON.stringify(given)).not.toContain(EMAIL);
    expect((await lea.post('/api/traveller/delete', { email: EMAIL })).json()).toMatchObject({
      code: 'other_email',
    });
    expect((await lea.post('/api/traveller/delete', { email: 'LEA@exemple.fr' })).statusCode).toBe(204);
    expect((await lea.get('/api/traveller/me')).statusCode).toBe(401);
    const everything = await readEverything(db);
    // nor the key that its browser has made up, which would tell two of its reservations to be of one person
    for (const word of ['lea@exemple.fr', 'Léa', reserved.key]) expect(everything).not.toContain(word);
    const left = await db.selectFrom('reservations').select(['state', 'traveller_id', 'received']).execute();
    const nobodys = { state: 'cancelled', traveller_id: null, received: '100.00' };
    expect(left).toEqual([nobodys, nobodys]);
    expect(await db.selectFrom('stocks').where('day', 'is not', null).select('promised').execute()).toEqual([
      { promised: '0.00' },
    ]);
    expect(
      await db.selectFrom('erasures').where('kind', '=', 'traveller').select('row_id').execute(),
    ).toEqual([{ row_id: id }]);
  });
});

test('30 days after the last sign who keeps no account is erased; with one, after three years', async () => {
  const { db } = office;
  const at = new Date('2027-01-01T00:00:00.000Z');
  const until = { kept: new Date('2024-01-01T00:00:00.000Z'), unkept: new Date('2026-12-02T00:00:00.000Z') };
  const round = () => db.transaction().execute((trx) => eraseForgotten(trx, until, at, 100));
  await db.deleteFrom('travellers').execute();
  const [gone = 0, open = 0, ended = 0, kept = 0, old = 0] = await addTravellers(db, 5);
  await requestReservation(db, asking(open, quais));
  await requestReservation(db, asking(ended, quais));
  await db
    .updateTable('reservations')
    .set({ state: 'declined', ended_at: new Date(until.unkept.getTime() + 1) })
    .where('traveller_id', '=', ended)
    .execute();
  await db.updateTable('travellers').set({ keeps_account: true }).where('id', 'in', [kept, old]).execute();
  await db.updateTable('travellers').set({ seen_at: until.kept }).where('id', '=', old).execute();
  expect(await round()).toBe(2);
  const left = await db.selectFrom('travellers').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([open, ended, kept]);
  expect(left.some(({ id }) => id === gone)).toBe(false);
});

test('no address and no telephone reaches a log', () => {
  const logged = office.logged();
  for (const word of [EMAIL, 'lea@exemple.fr', 'personne@exemple.fr', '01 99 00'])
    expect(logged).not.toContain(word);
});
