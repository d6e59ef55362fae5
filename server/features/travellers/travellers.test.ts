import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aTravellerEdit } from '#domain/testing/travellers.ts';
import { composeMail } from '../../mail/compose.ts';
import { addTravellers, admitBureau, asking, forgetReservations } from '../../testing/bookings.ts';
import { letterSources } from '../../testing/mails.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { readEverything } from '../../testing/person.ts';
import { mailedDigits, signIn, visit } from '../../testing/travellers.ts';
import { eraseInactiveTravellers } from '../privacy/retention.queries.ts';
import { requestReservation } from '../requests/request-reservation.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const EMAIL = 'zoe@exemple.fr';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** In seconds: 90 days. */
const QUARTER = 7_776_000;
let office: OpenOffice;
let quais: number;
let clock = new Date('2026-11-20T09:00:00.000Z');

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => clock);
  quais = office.companies.Quais ?? 0;
  await admitBureau(office.db, quais);
});
beforeEach(async () => {
  clock = new Date('2026-11-20T09:00:00.000Z');
  browser = visit(office.app);
  await office.db.deleteFrom('login_failures').execute();
  await office.db.deleteFrom('traveller_codes').execute();
  await forgetReservations(office.db);
  await office.db.deleteFrom('travellers').execute();
  await office.db.deleteFrom('mails').execute();
  await sql`delete from graphile_worker._private_jobs`.execute(office.db);
});
afterAll(() => office.close());

const enterAs = (email: string) => signIn(office.app, office.db, email, SECRET);
/** The browser that asks for codes, and shows them. */
let browser: Browser;
const askCode = (email: string) => browser.post('/api/traveller/code', { email });
const open = (email: string, code: string) => browser.post('/api/traveller/session', { email, code });
const mails = () =>
  office.db.selectFrom('mails').where('kind', '=', 'traveller_code').selectAll().orderBy('id').execute();

test('without any company that takes reservations no code is mailed', async () => {
  await office.db.updateTable('reservation_terms').set({ admitted_at: null }).execute();
  expect((await askCode(EMAIL)).json()).toMatchObject({ code: 'no_beta' });
  expect(await mails()).toEqual([]);
  await office.db.updateTable('reservation_terms').set({ admitted_at: clock }).execute();
});

test('six mailed digits open the account, once, in a cookie of its own', async () => {
  const asked = await askCode(' Zoe@Exemple.fr ');
  expect([asked.statusCode, asked.json()]).toEqual([200, {}]);
  expect(asked.cookies).toMatchObject([{ name: 'traveller-code', httpOnly: true, maxAge: 600 }]);
  const [mail] = await mails();
  expect(mail).toMatchObject({ recipient: EMAIL, params: { code: expect.any(Number) } });
  const job = await office.db
    .withSchema('graphile_worker')
    .selectFrom('jobs' as 'mails')
    .selectAll()
    .execute();
  // behind what opens an account of the back-office, and one at a time
  expect(job).toMatchObject([{ priority: 0, queue_name: 'traveller-codes' }]);
  const code = await mailedDigits(office.db, EMAIL, SECRET);
  const sources = letterSources(office.db, SECRET);
  const claimed = { ...(mail ?? (undefined as never)), params: mail?.params ?? {}, createdAt: clock };
  expect(String((await composeMail(sources, claimed, clock))?.raw)).toContain(`${code} est votre code`);
  expect(await readEverything(office.db)).not.toContain(code);

  const opened = await open(EMAIL, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(opened.json()).toEqual({ email: EMAIL, first_name: '', phone: '', keeps_account: false });
  expect(
    opened.cookies.map(({ name, httpOnly, sameSite, maxAge }) => [name, httpOnly, sameSite, maxAge]),
  ).toEqual([
    ['traveller', true, 'Lax', QUARTER],
    ['XSRF-TOKEN', undefined, 'Lax', QUARTER],
  ]);
  clock = new Date(clock.getTime() + MINUTE);
  expect((await open(EMAIL, code)).statusCode).toBe(401);
  // a mail that leaves late says no code that is none any more
  await expect(composeMail(sources, claimed, clock)).rejects.toMatchObject({ reason: 'gone' });
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

test('a code is bound to its address, and expires after ten minutes', async () => {
  await askCode(EMAIL);
  const code = await mailedDigits(office.db, EMAIL, SECRET);
  expect((await open('paul@exemple.fr', code)).statusCode).toBe(401);
  clock = new Date(clock.getTime() + 10 * MINUTE);
  expect((await open(EMAIL, code)).json()).toMatchObject({ code: 'wrong_code' });
});

test('a code opens nothing in a browser that did not request it', async () => {
  await askCode(EMAIL);
  const code = await mailedDigits(office.db, EMAIL, SECRET);
  const other = visit(office.app);
  expect((await other.post('/api/traveller/session', { email: EMAIL, code })).statusCode).toBe(401);
  // nor in one that asked for another
  await other.post('/api/traveller/code', { email: 'paul@exemple.fr' });
  expect((await other.post('/api/traveller/session', { email: EMAIL, code })).statusCode).toBe(401);
  expect((await open(EMAIL, code)).statusCode).toBe(200);
});

test('an answer that was lost is given again to the same browser, with the same digits, within a minute', async () => {
  await askCode(EMAIL);
  const code = await mailedDigits(office.db, EMAIL, SECRET);
  const lost = await open(EMAIL, code);
  // the cookies of the answer never came
  for (const name of ['traveller', 'XSRF-TOKEN']) browser.cookies.delete(name);
  clock = new Date(clock.getTime() + MINUTE - 1);
  const wrong = code === '000000' ? '000001' : '000000';
  expect((await open(EMAIL, wrong)).statusCode).toBe(401);
  const other = visit(office.app);
  await other.post('/api/traveller/code', { email: 'paul@exemple.fr' });
  expect((await other.post('/api/traveller/session', { email: EMAIL, code })).statusCode).toBe(401);
  expect((await open(EMAIL, code)).statusCode).toBe(200);
  expect((await browser.get('/api/traveller/me')).statusCode).toBe(200);
  // one session still
  expect(await office.db.selectFrom('traveller_sessions').select('token_hash').execute()).toHaveLength(1);
  browser.cookies.set('traveller', lost.cookies.find(({ name }) => name === 'traveller')?.value ?? '');
  expect((await browser.get('/api/traveller/me')).statusCode).toBe(401);
  clock = new Date(clock.getTime() + 1);
  expect((await open(EMAIL, code)).json()).toMatchObject({ code: 'wrong_code' });
});

test('a code opens nothing again once its session was closed', async () => {
  await askCode(EMAIL);
  const code = await mailedDigits(office.db, EMAIL, SECRET);
  await open(EMAIL, code);
  await browser.post('/api/traveller/logout', {});
  expect((await open(EMAIL, code)).json()).toMatchObject({ code: 'wrong_code' });
});

test('logins and wrong digits are journaled, by number and network only', async () => {
  await office.app.securityTally.flush();
  // at a time that no other line has
  clock = new Date('2026-11-20T15:00:00.000Z');
  await askCode(EMAIL);
  const code = await mailedDigits(office.db, EMAIL, SECRET);
  await open(EMAIL, code === '000000' ? '000001' : '000000');
  await open(EMAIL, code);
  await office.app.securityTally.flush();
  const lines = await office.db
    .selectFrom('security_events')
    .where('kind', 'like', 'traveller_%')
    .where('at', '=', clock)
    .select(['kind', 'outcome', 'account', 'user_id', 'network', 'details'])
    .orderBy('kind')
    .orderBy('outcome')
    .execute();
  const of = { account: null, user_id: null, network: expect.any(Buffer) };
  expect(lines).toEqual([
    { ...of, kind: 'traveller_login', outcome: 'failure', details: { reason: 'wrong_code' } },
    { ...of, kind: 'traveller_login', outcome: 'success', details: { traveller: expect.any(Number) } },
  ]);
});

test('a code has five guesses; a stranger’s guesses do not lock the owner out', async () => {
  await askCode(EMAIL);
  const code = await mailedDigits(office.db, EMAIL, SECRET);
  const wrong = code === '000000' ? '000001' : '000000';
  const stranger = visit(office.app);
  for (let i = 0; i < 10; i += 1) {
    const guess = await stranger.post('/api/traveller/session', { email: EMAIL, code: wrong });
    expect(guess.statusCode).toBe(401);
  }
  for (let i = 0; i < 4; i += 1) expect((await open(EMAIL, wrong)).statusCode).toBe(401);
  expect((await open(EMAIL, code)).statusCode).toBe(200);
  await askCode(EMAIL);
  const second = await mailedDigits(office.db, EMAIL, SECRET);
  for (let i = 0; i < 5; i += 1) await open(EMAIL, second === wrong ? '000002' : wrong);
  expect((await open(EMAIL, second)).json()).toMatchObject({ code: 'wrong_code' });
});

test('a network gets five codes an hour for a mailbox, all together fifteen, and the answer does not reveal that', async () => {
  const from = async (address: string) => {
    const before = (await mails()).length;
    for (let i = 0; i < 7; i += 1) {
      const asked = await visit(office.app, address).post('/api/traveller/code', {
        email: `boite+${i}@exemple.fr`,
      });
      expect([asked.json(), asked.cookies.length]).toEqual([{}, 1]);
    }
    return (await mails()).length - before;
  };
  const sent = [];
  for (const network of [1, 2, 3, 4]) sent.push(await from(`203.0.${network}.1`));
  expect(sent).toEqual([5, 5, 5, 0]);
});

test('the public site sets no cookie before a code is requested, and a session is valid on its host only', async () => {
  const visitor = visit(office.app);
  await visitor.get('/api/public/currencies');
  expect((await visitor.get('/api/traveller/me')).statusCode).toBe(401);
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
  const SAID = aTravellerEdit({ first_name: ' Zoé ', phone: '01 99 00 00 00', keeps_account: true });

  test('a traveller’s own data is saved; a write without the token is refused', async () => {
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
    const given = await zoe.get('/api/traveller/me');
    expect(given.cookies).toMatchObject([{ name: 'XSRF-TOKEN', maxAge: QUARTER }]);
    expect((await zoe.post('/api/traveller/me', SAID)).statusCode).toBe(200);
  });

  test('a session ends by logout, and after 30 days without use', async () => {
    const zoe = await enterAs(EMAIL);
    const kept = new Map(zoe.cookies);
    expect((await zoe.post('/api/traveller/logout', {})).statusCode).toBe(204);
    expect(['traveller', 'XSRF-TOKEN'].filter((name) => zoe.cookies.has(name))).toEqual([]);
    for (const [name, value] of kept) zoe.cookies.set(name, value);
    expect((await zoe.get('/api/traveller/me')).statusCode).toBe(401);
    const again = await enterAs(EMAIL);
    clock = new Date(clock.getTime() + 29 * DAY);
    expect((await again.get('/api/traveller/me')).statusCode).toBe(200);
    clock = new Date(clock.getTime() + 30 * DAY);
    expect((await again.get('/api/traveller/me')).statusCode).toBe(401);
  });

  test('a new sign-in in the same browser leaves no former session', async () => {
    const zoe = await enterAs(EMAIL);
    const former = zoe.cookies.get('traveller');
    await zoe.post('/api/traveller/code', { email: EMAIL });
    const code = await mailedDigits(office.db, EMAIL, SECRET);
    expect((await zoe.post('/api/traveller/session', { email: EMAIL, code })).statusCode).toBe(200);
    expect((await zoe.get('/api/traveller/me')).statusCode).toBe(200);
    zoe.cookies.set('traveller', former ?? '');
    expect((await zoe.get('/api/traveller/me')).statusCode).toBe(401);
  });

  test('an account exports its data, and deletes itself: its reservations become anonymous', async () => {
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

test('an account without the wish to stay is erased 30 days after its last activity; with it, after three years', async () => {
  const { db } = office;
  const at = new Date('2027-01-01T00:00:00.000Z');
  const until = {
    withAccount: new Date('2024-01-01T00:00:00.000Z'),
    withoutAccount: new Date('2026-12-02T00:00:00.000Z'),
  };
  const round = () => db.transaction().execute((trx) => eraseInactiveTravellers(trx, until, at, 100));
  await db.deleteFrom('travellers').execute();
  const [gone = 0, open = 0, ended = 0, kept = 0, old = 0] = await addTravellers(db, 5);
  await requestReservation(db, asking(open, quais));
  await requestReservation(db, asking(ended, quais));
  await db
    .updateTable('reservations')
    .set({ state: 'declined', ended_at: new Date(until.withoutAccount.getTime() + 1) })
    .where('traveller_id', '=', ended)
    .execute();
  await db.updateTable('travellers').set({ keeps_account: true }).where('id', 'in', [kept, old]).execute();
  await db.updateTable('travellers').set({ seen_at: until.withAccount }).where('id', '=', old).execute();
  expect(await round()).toBe(2);
  const left = await db.selectFrom('travellers').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([open, ended, kept]);
  expect(left.some(({ id }) => id === gone)).toBe(false);
});

test('no address and no telephone number is logged', () => {
  const logged = office.logged();
  for (const word of [EMAIL, 'lea@exemple.fr', 'personne@exemple.fr', '01 99 00'])
    expect(logged).not.toContain(word);
});

test('a traveller sees its other sessions, and ends them, and nobody else’s', async () => {
  const email = 'ailleurs@exemple.fr';
  const lost = await enterAs(email);
  const stranger = await enterAs('voisine@exemple.fr');
  clock = new Date(clock.getTime() + 5 * MINUTE);
  const here = await enterAs(email);

  const listed = await here.get('/api/traveller/sessions');
  expect(listed.json()).toEqual([
    { created_at: '2026-11-20T09:05:00.000Z', last_used_at: '2026-11-20T09:05:00.000Z', is_current: true },
    { created_at: '2026-11-20T09:00:00.000Z', last_used_at: '2026-11-20T09:00:00.000Z', is_current: false },
  ]);
  expect((await here.post('/api/traveller/sessions/end', {})).json()).toEqual({ ended: 1 });
  expect((await here.post('/api/traveller/sessions/end', {})).json()).toEqual({ ended: 0 });

  const status = async (who: Browser) => (await who.get('/api/traveller/me')).statusCode;
  expect(await Promise.all([lost, stranger, here].map(status))).toEqual([401, 200, 200]);
  const events = await office.db
    .selectFrom('security_events')
    .where('kind', '=', 'traveller_sessions_ended')
    .select('details')
    .execute();
  expect(events).toEqual([{ details: { traveller: expect.any(Number), ended: 1 } }]);
});
