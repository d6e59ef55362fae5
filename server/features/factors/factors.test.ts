import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { aCompanyDraft } from '#domain/testing/companies.ts';
import { anInvitation, aUserDraft } from '#domain/testing/users.ts';
import { Authenticator } from '../../testing/authenticator.ts';
import { addPasskey, addTotp, codeOf } from '../../testing/factors.ts';
import { type AccountName, Browser, enter, mailOf, PASSWORD } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';

const MINUTE = 60_000;
/** No demonstration, in which a required second factor may wait. */
const SETTINGS = { DEMO: 'off', PORT: '3000' };
let office: OpenOffice;
let clock = new Date('2026-11-21T08:00:00.123Z');
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

beforeAll(async () => {
  office = await openOffice(SETTINGS, () => clock);
});
beforeEach(async () => {
  const { db } = office;
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes', 'login_failures', 'sessions'] as const) {
    await db.deleteFrom(table).execute();
  }
  pass(MINUTE);
});
afterAll(() => office.close());

const second = (browser: Browser, body: object) => browser.post('/api/login/second', body);

/** A browser that gave the right password, and what it is asked next. */
async function begin(name: AccountName) {
  const browser = new Browser(office.app);
  const answer = await browser.login(name);
  expect(answer.json()).toEqual({ next: 'second_factor' });
  return browser;
}

describe('an authenticator code', () => {
  test('is required after the password, and opens the session', async () => {
    const { secret, recoveryCodes } = await addTotp(await enter(office.app, 'agent'), clock);
    expect(recoveryCodes).toHaveLength(10);
    pass(MINUTE);
    const browser = await begin('agent');
    expect((await second(browser, { ask: 'proofs' })).json()).toEqual({
      has_totp: true,
      has_recovery_codes: true,
      passkey: null,
    });
    const pending = browser.cookies.get('session');
    const opened = await second(browser, { code: ` ${codeOf(secret, clock).replace(/(...)/, '$1 ')}` });
    expect(opened.json()).toMatchObject({ id: office.users.agent, allowed_scope: expect.any(Array) });
    expect(browser.cookies.get('session')).not.toBe(pending);
    expect((await browser.get('/api/me')).statusCode).toBe(200);
    expect(await office.db.selectFrom('pending_logins').selectAll().execute()).toEqual([]);
  });

  test('is refused outside of the 30 seconds on either side', async () => {
    const { secret } = await addTotp(await enter(office.app, 'agent'), clock);
    pass(10 * MINUTE);
    const at = clock;
    const statuses = [];
    for (const seconds of [-90, -60, 60, 90, -30]) {
      const browser = await begin('agent');
      const code = codeOf(secret, new Date(at.getTime() + seconds * 1_000));
      statuses.push((await second(browser, { code })).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 200]);
  });

  test('is sealed, and invalid under another SECRET: a recovery code still opens the account', async () => {
    const { secret, recoveryCodes } = await addTotp(await enter(office.app, 'agent'), clock);
    const kept = await office.db.selectFrom('totp_secrets').select('sealed').executeTakeFirstOrThrow();
    expect(kept.sealed.length).toBe(12 + 16 + 20);
    const { db } = office;
    await db.updateTable('totp_secrets').set({ last_step: 0 }).execute();
    const { startTestApp } = await import('../../testing/app.ts');
    const rotated = await startTestApp(office.url, () => clock, {
      SECRET: 'another-one-of-this-test-0123456789',
    });
    const browser = new Browser(rotated.app);
    await browser.login('agent');
    expect((await second(browser, { code: codeOf(secret, clock) })).statusCode).toBe(401);
    expect((await second(browser, { code: recoveryCodes?.[0] ?? '' })).statusCode).toBe(200);
    await rotated.close();
  });

  test('is not added by a wrong code, another user’s key, an expired one, nor twice', async () => {
    const [agent, agent2] = [await enter(office.app, 'agent'), await enter(office.app, 'agent2')];
    const offer = (await agent.get('/api/iam/factors/totp')).json();
    expect(offer.uri).toContain(`otpauth://totp/Parit%C3%A9:${encodeURIComponent(mailOf('agent'))}`);
    const code = codeOf(offer.secret, clock);
    const add = (browser: Browser, body: object) => browser.post('/api/iam/factors/totp', body);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect((await add(agent, { sealed: offer.sealed, code: wrong })).json().code).toBe('wrong_code');
    expect((await add(agent2, { sealed: offer.sealed, code })).json().code).toBe('offer_over');
    expect((await add(agent, { sealed: 'AAAA', code })).json().code).toBe('offer_over');
    expect((await add(agent, { sealed: offer.sealed, code })).statusCode).toBe(201);
    const again = (await agent.get('/api/iam/factors/totp')).json();
    const second = { sealed: again.sealed, code: codeOf(again.secret, clock) };
    expect((await add(agent, second)).json().code).toBe('totp_there');
    const late = (await agent2.get('/api/iam/factors/totp')).json();
    pass(16 * MINUTE);
    await agent2.post('/api/login/again', { password: PASSWORD });
    expect((await add(agent2, { sealed: late.sealed, code: codeOf(late.secret, clock) })).json().code).toBe(
      'offer_over',
    );
  });
});

describe('a passkey', () => {
  test('is the second step', async () => {
    const key = new Authenticator();
    expect(await addPasskey(await enter(office.app, 'agent'), key)).toHaveLength(10);
    const browser = await begin('agent');
    const { has_totp, passkey } = (await second(browser, { ask: 'proofs' })).json();
    expect(has_totp).toBe(false);
    expect(passkey).toMatchObject({ rpId: 'backoffice.localhost', allowCredentials: [{ id: key.id }] });
    // a key without a PIN or a finger: the password was given
    const opened = await second(browser, { passkey: key.answer(passkey, { isVerified: false }) });
    expect(opened.json()).toMatchObject({ id: office.users.agent });
  });

  test('opens a session alone, after it verified its user', async () => {
    const key = new Authenticator();
    await addPasskey(await enter(office.app, 'agent'), key);
    const alone = async (twist: object) => {
      const browser = new Browser(office.app);
      await browser.get('/');
      const { options } = (await browser.get('/api/login/passkey')).json();
      const answer = await browser.post('/api/login/passkey', { passkey: key.answer(options, twist) });
      return { browser, answer };
    };
    expect((await alone({ isVerified: false })).answer.json().code).toBe('wrong_proof');
    const { browser, answer } = await alone({});
    expect(answer.json()).toMatchObject({ id: office.users.agent });
    expect((await browser.get('/api/me')).statusCode).toBe(200);
    await office.db.updateTable('users').set({ suspended_at: clock }).where('name', '=', 'agent').execute();
    expect((await alone({})).answer.statusCode).toBe(401);
    await office.db.updateTable('users').set({ suspended_at: null }).execute();
  });

  test('makes the browser known to the account, alone or as the second step', async () => {
    const key = new Authenticator();
    await addPasskey(await enter(office.app, 'agent'), key);
    const browser = new Browser(office.app);
    expect((await browser.login('agent')).json()).toEqual({ next: 'second_factor' });
    expect(browser.cookies.has('device')).toBe(false);
    const { passkey } = (await second(browser, { ask: 'proofs' })).json();
    await second(browser, { passkey: key.answer(passkey) });
    expect(browser.cookies.has('device')).toBe(true);
    const other = new Browser(office.app);
    await other.get('/');
    const { options } = (await other.get('/api/login/passkey')).json();
    const opened = await other.post('/api/login/passkey', { passkey: key.answer(options) });
    expect([opened.statusCode, other.cookies.has('device')]).toEqual([200, true]);
  });

  test('has a name, and is added once', async () => {
    const agent = await enter(office.app, 'agent');
    const key = new Authenticator();
    await addPasskey(agent, key, 'Téléphone');
    const add = async (name: string, made: Authenticator) => {
      const { options } = (await agent.get('/api/iam/factors/passkey')).json();
      return (await agent.post('/api/iam/factors/passkey', { name, passkey: made.make(options) })).json();
    };
    expect(await add('Autre', key)).toMatchObject({ code: 'passkey_there' });
    expect(await add('  ', new Authenticator())).toMatchObject({ code: 'invalid_name' });
    // the codes were shown with the first factor
    expect(await add('Autre', new Authenticator())).toEqual({ recovery_codes: null });
    const { passkeys } = (await agent.get('/api/iam/factors')).json();
    expect(passkeys).toMatchObject([{ name: 'Téléphone', last_used_at: null }, { name: 'Autre' }]);
  });
});

test('an account has twenty passkeys at most', async () => {
  const agent = await enter(office.app, 'agent');
  const rows = Array.from({ length: 19 }, (_, i) => ({
    user_id: office.users.agent,
    credential_id: Buffer.from(`key ${i}`),
    public_key: Buffer.alloc(1),
    counter: 0,
    transports: [],
    name: `Clé ${i}`,
    created_at: clock,
  }));
  await office.db.insertInto('passkeys').values(rows).execute();
  const add = async () => {
    const key = new Authenticator();
    const { options } = (await agent.get('/api/iam/factors/passkey')).json();
    return (await agent.post('/api/iam/factors/passkey', { name: 'Clé', passkey: key.make(options) })).json();
  };
  expect(await add()).toEqual({ recovery_codes: null });
  expect(await add()).toMatchObject({ code: 'too_many_passkeys' });
});

describe('recovery codes', () => {
  test('open one session each, also under concurrent use', async () => {
    const { recoveryCodes } = await addTotp(await enter(office.app, 'agent'), clock);
    const [code = '', other = ''] = recoveryCodes ?? [];
    const browsers = [await begin('agent'), await begin('agent'), await begin('agent')];
    const answers = await Promise.all(browsers.map((browser) => second(browser, { code })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
    const last = await begin('agent');
    // as people copy them
    expect((await second(last, { code: other.toLowerCase().replaceAll('-', ' ') })).statusCode).toBe(200);
    expect((await last.get('/api/iam/factors')).json()).toMatchObject({ recovery_codes: 8 });
  });

  test('are replaced together, and stored hashed', async () => {
    const agent = await enter(office.app, 'agent');
    const { recoveryCodes } = await addTotp(agent, clock);
    const made = await agent.post('/api/iam/factors/recovery-codes', { replace: true });
    expect(new Set([...(recoveryCodes ?? []), ...made.json().recovery_codes]).size).toBe(20);
    const rows = await office.db.selectFrom('recovery_codes').selectAll().execute();
    for (const { code_hash } of rows) expect(code_hash).toMatch(/^\$argon2id\$/);
    const browser = await begin('agent');
    expect((await second(browser, { code: recoveryCodes?.[0] ?? '' })).statusCode).toBe(401);
    expect((await second(browser, { code: made.json().recovery_codes[9] })).statusCode).toBe(200);
  });
});

describe('a required second factor', () => {
  test('opens nothing before it is set up, and everything afterwards', async () => {
    const root = await enter(office.app, 'root');
    expect((await root.get('/api/companies')).json()).toMatchObject({ code: 'second_factor_required' });
    expect((await root.get('/api/iam/factors')).json()).toMatchObject({ is_required: true, may_wait: false });
    expect((await root.get('/api/me')).statusCode).toBe(200);
    await addTotp(root, clock);
    expect((await root.get('/api/companies')).statusCode).toBe(200);
    const removed = await root.post('/api/iam/factors/remove', { factor: 'totp' });
    expect(removed.json()).toMatchObject({ code: 'last_factor' });
    // nobody is let out of it by removing two at once
    await addPasskey(root, new Authenticator());
    const [{ id }] = (await root.get('/api/iam/factors')).json().passkeys;
    const both = await Promise.all([
      root.post('/api/iam/factors/remove', { factor: 'totp' }),
      root.post('/api/iam/factors/remove', { factor: 'passkey', id }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  test('is required of holders of broad edit rights, and of others only if their company requires it', async () => {
    for (const [name, code] of [
      ['admin', 'second_factor_required'],
      ['agent', undefined],
      ['idle', undefined],
    ] as const) {
      const browser = await enter(office.app, name);
      expect((await browser.get('/api/referentials/referentiel_2')).json().code, name).toBe(code);
    }
    const [admin, agent] = [await enter(office.app, 'admin'), await enter(office.app, 'agent')];
    await addTotp(admin, clock);
    const factorOf = async (name: 'admin' | 'agent') => {
      const id = office.users[name];
      return (await admin.get(`/api/iam/users/${id}`)).json().has_factor;
    };
    expect([await factorOf('admin'), await factorOf('agent')]).toEqual([true, false]);
    const ask = (is_required: boolean) =>
      admin.post('/api/companies/second-factor', { id: office.companies.Quais, is_required });
    expect((await ask(true)).statusCode).toBe(200);
    expect((await agent.get('/api/fixings/rates')).json()).toMatchObject({ code: 'second_factor_required' });
    const [bureau] = (await admin.get('/api/companies?q=Quais')).json();
    expect(bureau).toMatchObject({ name: 'Quais', requires_second_factor: true });
    expect((await ask(false)).statusCode).toBe(200);
    expect((await agent.get('/api/fixings/rates')).statusCode).toBe(200);
    const acts = await office.db
      .selectFrom('audit_entries')
      .where('at', '>=', clock)
      .where('action', '=', 'company.second_factor')
      .select(['action', 'changes'])
      .orderBy('id')
      .execute();
    expect(acts).toEqual([
      { action: 'company.second_factor', changes: { requires_second_factor: [false, true] } },
      { action: 'company.second_factor', changes: { requires_second_factor: [true, false] } },
    ]);
  });

  test('may be deferred in a demonstration, for one’s own rights; not if the company requires it', async () => {
    const demo = await openOffice({ DEMO: 'on' }, () => clock);
    const root = await enter(demo.app, 'root');
    expect((await root.get('/api/iam/factors')).json()).toMatchObject({ is_required: true, may_wait: true });
    expect((await root.get('/api/companies')).statusCode).toBe(200);
    await demo.db.updateTable('companies').set({ requires_second_factor: true }).execute();
    const agent = await enter(demo.app, 'agent');
    expect((await agent.get('/api/fixings/rates')).statusCode).toBe(403);
    await demo.close();
  });
});

describe('a changed factor', () => {
  test('ends the sessions without it, except the one that changed it', async () => {
    const [here, elsewhere] = [await enter(office.app, 'agent'), await enter(office.app, 'agent')];
    await addTotp(here, clock);
    expect([await here.get('/api/me'), await elsewhere.get('/api/me')].map((one) => one.statusCode)).toEqual([
      200, 401,
    ]);
    const waiting = await begin('agent');
    expect((await here.post('/api/iam/factors/remove', { factor: 'totp' })).statusCode).toBe(200);
    expect((await second(waiting, { ask: 'proofs' })).statusCode).toBe(401);
    // without a factor there is nothing to recover
    expect((await here.get('/api/iam/factors')).json()).toMatchObject({ totp: null, recovery_codes: 0 });
    const none = await here.post('/api/iam/factors/recovery-codes', { replace: true });
    expect(none.json()).toMatchObject({ code: 'no_factor' });
  });

  test('is in the security journal, and so is each use', async () => {
    await office.db.deleteFrom('login_failures').execute();
    const before = await lastEvent();
    const agent = await enter(office.app, 'agent');
    const { recoveryCodes } = await addTotp(agent, clock);
    const browser = await begin('agent');
    await second(browser, { code: '000000' });
    await second(browser, { code: recoveryCodes?.[0] ?? '' });
    await agent.post('/api/iam/factors/remove', { factor: 'totp' });
    const events = await office.db
      .selectFrom('security_events')
      .where('id', '>', before)
      .where('kind', 'in', ['factor_added', 'factor_used', 'recovery_code_used', 'factor_removed'])
      .select(['kind', 'outcome', 'user_id', 'subject_user_id'])
      .orderBy('id')
      .execute();
    const own = { user_id: office.users.agent, subject_user_id: office.users.agent };
    expect(events).toEqual([
      { kind: 'factor_added', outcome: 'success', ...own },
      { kind: 'factor_used', outcome: 'failure', ...own },
      { kind: 'recovery_code_used', outcome: 'success', ...own },
      { kind: 'factor_removed', outcome: 'success', ...own },
    ]);
  });
});

async function lastEvent(): Promise<number> {
  const row = await office.db
    .selectFrom('security_events')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

describe('renewed proof of identity', () => {
  const late = () => pass(11 * MINUTE);

  test('is by the password of an account without a factor, after 10 minutes', async () => {
    const agent = await enter(office.app, 'agent');
    const change = async () =>
      (await agent.post('/api/profile/mail', { mail: 'autre@parite.example' })).json().code;
    const again = async (body: object) => (await agent.post('/api/login/again', body)).statusCode;
    late();
    expect(await change()).toBe('verify_again');
    expect([await again({ password: 'trois girafes' }), await again({ password: PASSWORD })]).toEqual([
      401, 200,
    ]);
    expect(await change()).toBeUndefined();
  });

  test('is by code, passkey or recovery code where there is a factor, and by no password', async () => {
    const agent = await enter(office.app, 'agent');
    const { secret, recoveryCodes } = await addTotp(agent, clock);
    const key = new Authenticator();
    await addPasskey(agent, key);
    const renew = async () =>
      (await agent.post('/api/iam/factors/recovery-codes', { replace: true })).json().code;
    const again = async (body: object) => (await agent.post('/api/login/again', body)).statusCode;
    late();
    expect(await again({ code: recoveryCodes?.[0] ?? '' })).toBe(200);
    expect(await renew()).toBeUndefined();
    late();
    const offer = (await agent.get('/api/iam/factors/passkey')).json();
    const asked: [string, object][] = [
      ['/api/iam/factors/remove', { factor: 'totp' }],
      ['/api/iam/factors/passkey', { name: 'Autre', passkey: new Authenticator().make(offer.options) }],
      ['/api/iam/factors/recovery-codes', { replace: true }],
      ['/api/profile/mail', { mail: 'voleur@parite.example' }],
      ['/api/profile/password', { present: PASSWORD, password: 'trois girafes au bord du lac' }],
    ];
    for (const isTried of [false, true]) {
      if (isTried) {
        const refused = await agent.post('/api/login/again', { password: PASSWORD });
        expect([refused.statusCode, refused.json().code]).toEqual([403, 'factor_needed']);
      }
      for (const [path, body] of asked) {
        const answer = await agent.post(path, body);
        expect([answer.statusCode, answer.json().code], path).toEqual([403, 'verify_again']);
      }
    }
    expect(await again({ code: codeOf(secret, clock) })).toBe(200);
    expect(await renew()).toBeUndefined();
    late();
    const { passkey, has_totp } = (await agent.get('/api/login/again')).json();
    expect(has_totp).toBe(true);
    expect(await again({ passkey: key.answer(passkey, { isVerified: false }) })).toBe(401);
    const anew = (await agent.get('/api/login/again')).json();
    expect(await again({ passkey: key.answer(anew.passkey) })).toBe(200);
    expect(await renew()).toBeUndefined();
  });

  test('is not counted as a refusal for missing rights, nor is a factor still to be set up', async () => {
    const { app, db, users } = office;
    const refused = async () => {
      await app.securityTally.flush();
      return db
        .selectFrom('security_events')
        .where('user_id', 'in', [users.agent, users.admin])
        .where('kind', '=', 'forbidden')
        .where('at', '>=', clock)
        .select('details')
        .execute();
    };
    const [agent, admin] = [await enter(app, 'agent'), await enter(app, 'admin')];
    await addTotp(agent, clock);
    late();
    expect((await admin.get('/api/companies')).json().code).toBe('second_factor_required');
    const renewed = await agent.post('/api/iam/factors/recovery-codes', { replace: true });
    expect(renewed.json().code).toBe('verify_again');
    expect(await refused()).toEqual([]);
    expect((await agent.get('/api/iam/users')).json().code).toBe('forbidden');
    expect(await refused()).toEqual([{ details: { route: '/api/iam/users', code: 'forbidden' } }]);
  });

  test('is required by each call that changes rights, a site, a suspension, a company’s factor rule or a factor', async () => {
    // an office of its own, because every other test would see these changes
    const office = await openOffice(SETTINGS, () => clock);
    const admin = await enter(office.app, 'admin');
    const { secret } = await addTotp(admin, clock);
    const { Quais: id } = office.companies;
    const company = { id, ...aCompanyDraft({ name: 'Quais', site: 'https://ailleurs.example' }) };
    const user = {
      id: office.users.idle,
      ...aUserDraft({ name: 'idle', surname: 'Test', company_id: id ?? null }),
    };
    const invitation = anInvitation({ mail: 'neuve@parite.example', name: 'N' });
    const asked: [CallName, object][] = [
      ['POST /api/companies/edit', company],
      ['POST /api/companies/second-factor', { id, is_required: true }],
      ['POST /api/companies/fees', { id, fees: '4 € par opération', charges_fees: true }],
      ['POST /api/iam/users/edit', { ...user, scopes: ['identity.photo'] }],
      ['POST /api/iam/users/edit', { ...user, scopes: [], company_id: office.companies.Zéphyr }],
      ['POST /api/iam/users/invite', invitation],
      ['POST /api/companies/add', { ...company, name: 'Neuf', site: 'https://neuf.example' }],
      ['POST /api/companies/suspend', { id: office.companies.Zéphyr, is_suspended: true }],
      ['POST /api/iam/users/invite-again', { id: office.users.nouveau }],
      ['POST /api/iam/users/show-link', { id: office.users.nouveau }],
      ['POST /api/iam/users/suspend', { id: office.users.idle, is_suspended: true }],
      ['POST /api/iam/factors/remove', { factor: 'totp' }],
      ['POST /api/iam/factors/recovery-codes', { replace: true }],
    ];
    late();
    for (const [name, body] of asked) {
      const answer = await admin.post(name.split(' ')[1] ?? '', body);
      expect([answer.statusCode, answer.json().code], name).toEqual([403, 'verify_again']);
    }
    // what changes no right is done at once
    const kept = { ...company, site: 'https://bureau-0.example', phone: '01 99 00 00 00' };
    expect((await admin.post('/api/companies/edit', kept)).statusCode).toBe(200);
    const named = { ...user, name: 'Idle', scopes: [] };
    expect((await admin.post('/api/iam/users/edit', named)).statusCode).toBe(200);
    await admin.post('/api/login/again', { code: codeOf(secret, clock) });
    for (const [name, body] of asked.slice(0, 10)) {
      const answer = await admin.post(name.split(' ')[1] ?? '', body);
      expect(answer.statusCode, `${name} ${answer.body}`).toBe(api[name].status);
    }
    await office.close();
  });
});
