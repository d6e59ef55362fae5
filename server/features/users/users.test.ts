import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#domain/audit/audit.ts';
import type { Company } from '#domain/companies/company.ts';
import { anInvitation } from '#domain/testing/users.ts';
import type { AdministeredUser } from '#domain/users/administration.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { Browser, enter, furnishOffice, mailOf, type Office } from '../../testing/office.ts';
import { openRelay, type Relay } from '../../testing/relay.ts';
import { createWatchedHasher } from '../../testing/watched-hasher.ts';
import { tokenOf } from '../passwords/password-links.ts';

const SECRET = 'of-these-tests-and-of-nothing-else-012345';
const NEW = 'quatre girafes au marché';
const HOUR = 60 * 60_000;

let database: TestDatabase;
let relay: Relay;
let server: TestApp;
let office: Office;
let admin: Browser;
let root: Browser;
let clock = new Date('2026-11-21T08:00:00.123Z');
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

const { passwords, verified } = createWatchedHasher();

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  relay = await openRelay(database.url);
  server = await startTestApp(relay.url, () => clock, { SECRET }, { passwords });
  await server.book.loaded;
});
beforeEach(async () => {
  verified.length = 0;
  await database.db.deleteFrom('login_failures').execute();
  admin = await enter(server.app, 'admin');
  root = await enter(server.app, 'root');
});
afterAll(async () => {
  await server.close();
  await relay.close();
  await database.close();
});

let invitations = 0;
const invitation = (changed: Record<string, unknown> = {}) => {
  invitations += 1;
  const fields = anInvitation({
    mail: `invite-${invitations}@parite.example`,
    name: 'Awa',
    surname: 'Keïta',
    phone: '06 00 00 00 00',
    company_id: office.companies.Quais ?? null,
    scopes: ['fixings.list.me', 'sittings.list.me'],
  });
  return { ...fields, ...changed };
};
const invite = async (changed: Record<string, unknown> = {}, by = admin): Promise<AdministeredUser> => {
  const answer = await by.post('/api/iam/users/invite', invitation(changed));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const editOf = ({ id, name, surname, phone, company_id, scopes }: AdministeredUser) => ({
  id,
  name,
  surname,
  phone,
  company_id,
  scopes,
});
const find = async (id: number, by = admin): Promise<AdministeredUser> =>
  (await by.get(`/api/iam/users/${id}`)).json();
const tokenIn = (link: string | null) => new URLSearchParams(link?.split('?')[1]).get('token') ?? '';
const setPassword = (token: string, password = NEW) =>
  new Browser(server.app).post('/api/iam/users/new-password', { token, password });
/** A user who has set a password, in a browser that has logged in. */
const join = async (changed: Record<string, unknown> = {}, by = admin) => {
  const user = await invite(changed, by);
  expect((await setPassword(tokenIn((await find(user.id, by)).password_link))).statusCode).toBe(200);
  const browser = new Browser(server.app);
  const login = () => browser.post('/api/login', { username: user.mail, password: NEW });
  expect((await login()).statusCode).toBe(200);
  return { user: await find(user.id), browser, login };
};
const audit = async (): Promise<AuditEntry[]> => (await admin.get('/api/audit')).json();
/** Who sees a link is written down beside what is done: of that, server/attacks/shown-links.test.ts. */
const lastEntry = async () => (await audit()).find(({ action }) => action !== 'user.link_shown');
const lastAct = async () => {
  const entry = await lastEntry();
  return {
    action: entry?.action,
    by: entry?.user?.name,
    subject: entry?.subject?.mail,
    changes: Object.fromEntries(
      (entry?.changes ?? []).map(({ field, before, after }) => [field, [before, after]]),
    ),
  };
};
const mails = () =>
  database.db.selectFrom('mails').select(['kind', 'recipient', 'params']).orderBy('id').execute();
/** Everything that an act could have changed. */
const everything = async () => ({
  users: await database.db.selectFrom('users').selectAll().orderBy('id').execute(),
  scopes: await database.db
    .selectFrom('user_scopes')
    .selectAll()
    .orderBy('user_id')
    .orderBy('scope')
    .execute(),
  links: await database.db.selectFrom('password_links').selectAll().orderBy('id').execute(),
  mails: await mails(),
  audit: await database.db.selectFrom('audit_entries').selectAll().orderBy('id').execute(),
});

describe('an invitation', () => {
  test('creates a user without a password, the link, the mail and the journal line', async () => {
    const sent = invitation({ mail: ' Awa.Keita@Quais.example ', name: ' Awa ' });
    const answer = await admin.post('/api/iam/users/invite', sent);
    expect(answer.statusCode).toBe(201);
    const user: AdministeredUser = answer.json();
    expect(user).toEqual({
      id: expect.any(Number),
      mail: 'awa.keita@quais.example',
      name: 'Awa',
      surname: 'Keïta',
      phone: '06 00 00 00 00',
      company_id: office.companies.Quais,
      company: { id: office.companies.Quais, name: 'Quais' },
      scopes: ['fixings.list.me', 'sittings.list.me'],
      role: 'agent',
      status: 'awaiting_password',
      is_suspended: false,
      has_factor: false,
      password_link: expect.stringMatching(/^http:\/\/backoffice\.localhost:3000\/#\/password\?token=/),
      is_link_hidden: false,
    });
    expect(await find(user.id)).toEqual(user);
    const [link, ...others] = await database.db
      .selectFrom('password_links')
      .where('user_id', '=', user.id)
      .select(['id', 'user_id as userId', 'created_at as createdAt'])
      .execute();
    expect(others).toEqual([]);
    expect(tokenIn(user.password_link)).toBe(tokenOf(SECRET, link ?? { id: 0, userId: 0, createdAt: clock }));
    expect((await mails()).at(-1)).toEqual({
      kind: 'invitation',
      recipient: 'awa.keita@quais.example',
      params: { link: link?.id },
    });
    expect(await lastAct()).toEqual({
      action: 'user.invited',
      by: 'admin',
      subject: 'awa.keita@quais.example',
      changes: {
        mail: [null, 'awa.keita@quais.example'],
        name: [null, 'Awa'],
        surname: [null, 'Keïta'],
        phone: [null, '06 00 00 00 00'],
        company_id: [null, office.companies.Quais],
        role: [null, 'agent'],
        scopes: [null, ['fixings.list.me', 'sittings.list.me']],
      },
    });
    expect((await lastEntry())?.company).toEqual({ id: office.companies.Quais, name: 'Quais' });
    // no token is stored, and none is logged
    const token = tokenIn(user.password_link);
    expect(JSON.stringify(await everything())).not.toContain(token.split('.')[1]);
    expect(server.logged()).not.toContain('Keita');
    expect((await setPassword(token)).statusCode).toBe(200);
    const browser = new Browser(server.app);
    expect(
      (await browser.post('/api/login', { username: 'awa.keita@quais.example', password: NEW })).statusCode,
    ).toBe(200);
    expect((await find(user.id)).password_link).toBeNull();
  });

  test('may have no company and no rights, or the same right twice', async () => {
    expect(await invite({ company_id: null, scopes: [] })).toMatchObject({ company_id: null, scopes: [] });
    const twice = await invite({ scopes: ['fixings.list.me', 'fixings.list.me'] });
    expect(twice.scopes).toEqual(['fixings.list.me']);
    expect((await invite({ scopes: ['fixings.list.all'] })).role).toBe('administrateur');
    expect((await invite({ scopes: ['**'] }, root)).role).toBe('root');
  });

  test.each<[Record<string, unknown>, number, string]>([
    [{ mail: 'awa' }, 400, 'invalid_email'],
    [{ mail: '' }, 400, 'invalid_email'],
    [{ mail: 'awa@x.example\r\nBcc: moi@y.example' }, 400, 'control_character'],
    [{ mail: 'awa@x.example\u0000' }, 400, 'control_character'],
    [{ mail: `${'a'.repeat(250)}@x.example` }, 400, 'invalid_body'],
    [{ name: '' }, 400, 'invalid_name'],
    [{ name: '\u2028' }, 400, 'control_character'],
    [{ name: 'Awa\r\nSubject: x' }, 400, 'control_character'],
    [{ surname: 'Keï\nta' }, 400, 'control_character'],
    [{ phone: 'rien' }, 400, 'invalid_phone'],
    [{ company_id: 999_999 }, 400, 'unknown_company'],
    [{ company_id: 3_000_000_000 }, 400, 'invalid_body'],
    [{ scopes: ['fixings.list.nobody'] }, 400, 'unknown_scope'],
    [{ scopes: ['fixings.list.me,fixings.list.all'] }, 400, 'unknown_scope'],
    [{ scopes: ['fixings.list.me\u0000'] }, 400, 'null_character'],
    [{ scopes: 'fixings.list.me' }, 400, 'invalid_body'],
    [{ mail: 'agent@parite.example' }, 409, 'mail_taken'],
    [{ mail: 'AGENT@Parite.Example' }, 409, 'mail_taken'],
    [{ scopes: ['**'] }, 403, 'beyond_own_rights'],
    [{ scopes: ['fixings.list.*'] }, 403, 'beyond_own_rights'],
  ])('%j is refused without effect', async (wrong, status, code) => {
    const before = await everything();
    const answer = await admin.post('/api/iam/users/invite', invitation(wrong));
    expect(answer.json()).toEqual({ message: expect.any(String), code });
    expect(answer.statusCode).toBe(status);
    if (code === 'mail_taken') {
      expect(answer.json().message).toBe('Cette adresse est déjà celle d’un utilisateur.');
    }
    expect(await everything()).toEqual(before);
  });

  test('sent again has the same link for a day, then another one, which replaces it', async () => {
    const user = await invite();
    const first = tokenIn(user.password_link);
    const again = () => admin.post('/api/iam/users/invite-again', { id: user.id });
    expect((await again()).json()).toEqual({});
    expect(tokenIn((await find(user.id)).password_link)).toBe(first);
    expect(await lastAct()).toEqual({
      action: 'user.invited_again',
      by: 'admin',
      subject: user.mail,
      changes: {},
    });
    pass(24 * HOUR);
    admin = await enter(server.app, 'admin');
    await again();
    const second = tokenIn((await find(user.id)).password_link);
    expect(second).not.toBe(first);
    const ids = (await mails())
      .filter(({ recipient }) => recipient === user.mail)
      .map(({ params }) => params.link);
    expect(ids).toEqual([
      Number(first.split('.')[0]),
      Number(first.split('.')[0]),
      Number(second.split('.')[0]),
    ]);
    const gone = await setPassword(first);
    expect(gone.statusCode).toBe(410);
    expect(gone.json().message).toContain('«\u00a0Mot de passe oublié\u00a0»');
    expect((await setPassword(second)).statusCode).toBe(200);
    const late = await again();
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'already_active' });
  });

  test('is not sent again to an unknown or suspended user', async () => {
    expect((await admin.post('/api/iam/users/invite-again', { id: 999_999 })).statusCode).toBe(404);
    const { id } = await invite();
    await admin.post('/api/iam/users/suspend', { id, is_suspended: true });
    const refused = await admin.post('/api/iam/users/invite-again', { id });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'user_suspended' });
  });
});

describe('an edit', () => {
  test('changes the named fields, and the journal has only those', async () => {
    const { user } = await join();
    const answer = await admin.post('/api/iam/users/edit', {
      ...editOf(user),
      surname: 'Diallo',
      company_id: office.companies.Zéphyr,
      status: 'in_interim',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      ...user,
      surname: 'Diallo',
      company_id: office.companies.Zéphyr,
      company: { id: office.companies.Zéphyr, name: 'Zéphyr' },
      status: 'in_interim',
    });
    expect(await lastAct()).toEqual({
      action: 'user.edited',
      by: 'admin',
      subject: user.mail,
      changes: {
        surname: ['Keïta', 'Diallo'],
        company_id: [office.companies.Quais, office.companies.Zéphyr],
        status: ['in_service', 'in_interim'],
      },
    });
  });

  test('without a change writes nothing', async () => {
    const { user } = await join();
    const before = await everything();
    const same = { ...editOf(user), status: 'in_service', scopes: user.scopes.toReversed() };
    expect((await admin.post('/api/iam/users/edit', same)).json()).toEqual(user);
    expect(await everything()).toEqual(before);
  });

  test('of scopes takes effect at the next request of an open session, which continues', async () => {
    const { user, browser } = await join();
    expect((await browser.get('/api/fixings/rates')).statusCode).toBe(200);
    expect((await browser.get('/api/kpis')).statusCode).toBe(403);
    const edited = await admin.post('/api/iam/users/edit', {
      ...editOf(user),
      scopes: ['sittings.list.all'],
    });
    expect(edited.json()).toMatchObject({ scopes: ['sittings.list.all'], role: 'administrateur' });
    expect((await browser.get('/api/fixings/rates')).statusCode).toBe(403);
    expect((await browser.get('/api/kpis')).statusCode).toBe(200);
    expect((await browser.get('/api/me')).json()).toMatchObject({ allowed_scope: ['sittings.list.all'] });
    expect((await lastAct()).changes).toEqual({
      role: ['agent', 'administrateur'],
      scopes: [['fixings.list.me', 'sittings.list.me'], ['sittings.list.all']],
    });
  });

  test.each<[Record<string, unknown>, number, string]>([
    [{ id: 999_999 }, 404, 'not_found'],
    [{ name: '' }, 400, 'invalid_name'],
    [{ name: 'a\u001bb' }, 400, 'control_character'],
    [{ phone: 'x' }, 400, 'invalid_phone'],
    [{ company_id: 999_999 }, 400, 'unknown_company'],
    [{ scopes: ['x.y.me'] }, 400, 'unknown_scope'],
    [{ scopes: ['**'] }, 403, 'beyond_own_rights'],
    [{ status: 'awaiting_password' }, 400, 'invalid_body'],
    [{ status: 'in_service' }, 409, 'awaiting_password'],
    [{ status: 'in_interim' }, 409, 'awaiting_password'],
  ])('%j is refused without effect', async (wrong, status, code) => {
    const user = await invite();
    const before = await everything();
    const answer = await admin.post('/api/iam/users/edit', { ...editOf(user), ...wrong });
    expect(answer.json()).toEqual({ message: expect.any(String), code });
    expect(answer.statusCode).toBe(status);
    expect(await everything()).toEqual(before);
  });

  test('of oneself cannot remove one’s own right to edit users', async () => {
    const own = await find(office.users.admin);
    const without = own.scopes.filter((scope) => scope !== 'iam.users.edit.all');
    const refused = await admin.post('/api/iam/users/edit', { ...editOf(own), scopes: without });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'own_right' });
    const renamed = await admin.post('/api/iam/users/edit', { ...editOf(own), surname: 'Morvan' });
    expect(renamed.statusCode).toBe(200);
    expect((await admin.get('/api/me')).json()).toMatchObject({ surname: 'Morvan' });
    // another administrator may
    expect((await root.post('/api/iam/users/edit', { ...editOf(own), scopes: without })).statusCode).toBe(
      200,
    );
    expect((await admin.get(`/api/iam/users/${own.id}`)).statusCode).toBe(403);
    await root.post('/api/iam/users/edit', editOf(own));
  });

  test('by two administrators of each other, at once, causes no deadlock', async () => {
    const scopes = ['iam.users.edit.all'];
    const pair = [await join({ scopes }), await join({ scopes })] as const;
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        pair.map(({ browser }, i) => {
          const other = pair[1 - i]?.user;
          return browser.post('/api/iam/users/edit', {
            ...editOf(other ?? pair[0].user),
            surname: `Tour ${round}`,
          });
        }),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    }
  });
});

describe('rights beyond one’s own', () => {
  test('protect a user with more rights from edits, suspensions, invitations and password links by an administrator', async () => {
    const awaiting = await invite({ scopes: ['**'] }, root);
    expect(awaiting.password_link).not.toBeNull();
    const seen = await find(awaiting.id);
    expect(seen).toEqual({ ...awaiting, password_link: null });
    const before = await everything();
    for (const [path, body] of [
      ['edit', { ...editOf(awaiting), scopes: [] }],
      ['edit', editOf(awaiting)],
      ['suspend', { id: awaiting.id, is_suspended: true }],
      ['suspend', { id: office.users.root, is_suspended: true }],
      ['invite-again', { id: awaiting.id }],
    ] as const) {
      const answer = await admin.post(`/api/iam/users/${path}`, body);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toEqual({ message: expect.any(String), code: 'beyond_own_rights' });
    }
    expect(await everything()).toEqual(before);
    // its link would open it just as well
    const links = async (by: Browser) => {
      const companies: Company[] = (await by.get('/api/companies')).json();
      return companies.flatMap(({ users }) => users).find(({ id }) => id === awaiting.id)?.password_link;
    };
    expect(await links(admin)).toBeNull();
    expect(await links(root)).toBe(awaiting.password_link);
  });

  test('under a held wildcard can be granted, the wildcard itself only by its holder', async () => {
    expect((await invite({ scopes: ['iam.users.list.all', 'iam.*.list.all'] })).role).toBe('administrateur');
    const narrow = await join({ scopes: ['iam.users.edit.all', 'iam.users.list.all'] }, root);
    const give = (scopes: string[]) => narrow.browser.post('/api/iam/users/invite', invitation({ scopes }));
    expect((await give(['iam.users.list.all', 'fixings.list.me'])).statusCode).toBe(201);
    for (const scopes of [['iam.*.list.all'], ['iam.scopes.list.all'], ['fixings.list.all'], ['**']]) {
      expect((await give(scopes)).statusCode).toBe(403);
    }
  });

  test('cannot be revoked either by a user without them', async () => {
    const narrow = await join({ scopes: ['iam.users.edit.all'] }, root);
    const other = await invite({ scopes: ['fixings.list.all'] });
    const refused = await narrow.browser.post('/api/iam/users/edit', { ...editOf(other), scopes: [] });
    expect(refused.statusCode).toBe(403);
    expect((await find(other.id)).scopes).toEqual(['fixings.list.all']);
  });

  test('cannot be granted by an agent, to itself neither', async () => {
    const agent = await enter(server.app, 'agent');
    const own = await find(office.users.agent);
    const before = await everything();
    for (const [path, body] of [
      ['invite', invitation()],
      ['invite-again', { id: office.users.nouveau }],
      ['edit', { ...editOf(own), scopes: ['**'] }],
      ['suspend', { id: office.users.agent2, is_suspended: true }],
    ] as const) {
      expect((await agent.post(`/api/iam/users/${path}`, body)).statusCode).toBe(403);
    }
    for (const id of [office.users.agent, office.users.agent2, 999_999]) {
      const answer = await agent.get(`/api/iam/users/${id}`);
      expect(answer.statusCode).toBe(403);
      expect(answer.body).not.toContain(mailOf('agent2'));
    }
    expect(await everything()).toEqual(before);
  });
});

describe('a suspension', () => {
  const suspend = (id: number, is_suspended: boolean, by = admin) =>
    by.post('/api/iam/users/suspend', { id, is_suspended });

  test('ends the sessions at once; logins fail as with a wrong password until its end', async () => {
    const { user, browser, login } = await join();
    const other = await enter(server.app, 'agent');
    expect((await suspend(user.id, true)).json()).toEqual({});
    expect((await browser.get('/api/me')).statusCode).toBe(401);
    expect((await other.get('/api/me')).statusCode).toBe(200);
    const left = await database.db
      .selectFrom('sessions')
      .where('user_id', '=', user.id)
      .selectAll()
      .execute();
    expect(left).toEqual([]);
    expect(await find(user.id)).toMatchObject({ is_suspended: true, status: 'in_service' });
    expect(await lastAct()).toMatchObject({
      action: 'user.suspended',
      subject: user.mail,
      changes: { is_suspended: [false, true] },
    });

    verified.length = 0;
    const refused = await login();
    const wrong = await new Browser(server.app).post('/api/login', {
      username: mailOf('agent'),
      password: 'faux et archifaux',
    });
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toEqual(wrong.json());
    expect(refused.cookies.some(({ name }) => name === 'session')).toBe(false);
    // the same work: its own hash was verified
    expect(verified).toEqual([expect.any(String), expect.any(String)]);

    expect((await suspend(user.id, false)).statusCode).toBe(200);
    expect((await browser.get('/api/me')).statusCode).toBe(401);
    expect((await login()).statusCode).toBe(200);
    expect((await browser.get('/api/me')).statusCode).toBe(200);
  });

  test('also ends a session opened by a concurrent login', async () => {
    const { user, browser } = await join();
    await database.db.updateTable('users').set({ suspended_at: clock }).where('id', '=', user.id).execute();
    expect((await browser.get('/api/me')).statusCode).toBe(401);
    const open = (await admin.get('/api/iam/sessions')).json();
    expect(open.some((session: { user: { id: number } }) => session.user.id === user.id)).toBe(false);
    // lifting it does not bring that session back
    await suspend(user.id, false);
    expect((await browser.get('/api/me')).statusCode).toBe(401);
  });

  test('revokes the link too, prevents another, and is visible as a status', async () => {
    const user = await invite();
    const token = tokenIn(user.password_link);
    await suspend(user.id, true);
    const gone = await setPassword(token);
    expect(gone.statusCode).toBe(410);
    expect(gone.json()).toMatchObject({ code: 'link_gone' });
    await database.db.deleteFrom('password_links').where('user_id', '=', user.id).execute();
    const companies: Company[] = (await admin.get('/api/companies')).json();
    const listed = companies.flatMap(({ users }) => users).find(({ id }) => id === user.id);
    expect(listed).toMatchObject({ status: 'suspended', password_link: null });
    expect((await find(user.id)).password_link).toBeNull();
    const links = database.db.selectFrom('password_links').where('user_id', '=', user.id).selectAll();
    expect(await links.execute()).toEqual([]);
    await suspend(user.id, false);
    expect((await setPassword(tokenIn((await find(user.id)).password_link))).statusCode).toBe(200);
  });

  test('is journaled once', async () => {
    const { id } = await invite();
    await suspend(id, true);
    const before = await everything();
    expect((await suspend(id, true)).statusCode).toBe(200);
    expect(await everything()).toEqual(before);
  });

  test('of oneself or of an unknown user is refused', async () => {
    const oneself = await suspend(office.users.admin, true);
    expect(oneself.statusCode).toBe(409);
    expect(oneself.json()).toEqual({
      message: 'Vous ne pouvez pas suspendre votre propre compte.',
      code: 'oneself',
    });
    expect((await admin.get('/api/me')).statusCode).toBe(200);
    expect((await suspend(999_999, true)).statusCode).toBe(404);
    expect((await admin.post('/api/iam/users/suspend', { id: 0, is_suspended: true })).statusCode).toBe(400);
  });
});

describe('one user', () => {
  test.each([
    ['999999', 404],
    ['x', 400],
    ['1e3', 400],
    ['9999999999', 400],
  ])('%s: %i', async (id, status) => {
    expect((await admin.get(`/api/iam/users/${id}`)).statusCode).toBe(status);
  });
});

test('without the database no act is acknowledged; afterwards every call works again', async () => {
  const user = await invite();
  const before = await everything();
  await relay.cut();
  for (const answer of [
    await admin.post('/api/iam/users/invite', invitation()),
    await admin.post('/api/iam/users/invite-again', { id: user.id }),
    await admin.post('/api/iam/users/edit', { ...editOf(user), name: 'Autre' }),
    await admin.post('/api/iam/users/suspend', { id: user.id, is_suspended: true }),
    await admin.post('/api/iam/users/forgotten-password', { username: user.mail }),
    await admin.get(`/api/iam/users/${user.id}`),
  ]) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'database_away' });
  }
  await relay.mend();
  await expect.poll(async () => (await admin.get('/api/me')).statusCode, { timeout: 30_000 }).toBe(200);
  expect(await everything()).toEqual(before);
  expect((await admin.post('/api/iam/users/edit', { ...editOf(user), name: 'Autre' })).statusCode).toBe(200);
});
