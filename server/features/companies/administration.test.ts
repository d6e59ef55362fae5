import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#domain/audit/audit.ts';
import type { Company } from '#domain/companies/company.ts';
import { aCompany, aCompanyDraft } from '#domain/testing/companies.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { openRelay, type Relay } from '../../testing/relay.ts';

let database: TestDatabase;
let relay: Relay;
let server: TestApp;
let office: Office;
let admin: Browser;
const clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  relay = await openRelay(database.url);
  server = await startTestApp(relay.url, () => clock);
  await server.book.loaded;
  admin = await enter(server.app, 'admin');
});
afterAll(async () => {
  await server.close();
  await relay.close();
  await database.close();
});

const draft = aCompanyDraft({
  name: 'Change du Marché',
  site: 'https://www.marche.example',
  phone: '04 65 71 00 00',
  email: 'contact@marche.example',
  is_partner: true,
});
const rows = () => database.db.selectFrom('companies').selectAll().orderBy('id').execute();
const audit = async (): Promise<AuditEntry[]> => (await admin.get('/api/audit')).json();
const count = async () =>
  Number(
    (
      await database.db
        .selectFrom('audit_entries')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n,
  );

describe('an added company', () => {
  test('is listed without users or logo, and journaled', async () => {
    const answer = await admin.post('/api/companies/add', {
      ...draft,
      name: '  Change du Marché ',
      site: ' HTTPS://WWW.Marche.example/ ',
    });
    expect(answer.statusCode).toBe(201);
    const added: Company = answer.json();
    expect(added).toEqual(
      aCompany({ id: expect.any(Number), ...draft, troubles: ['no_rates', 'nobody_came'] }),
    );
    const listed: Company[] = (await admin.get('/api/companies')).json();
    expect(listed.find(({ id }) => id === added.id)).toEqual(added);
    expect((await audit()).find(({ action }) => action === 'company.added')).toEqual({
      id: expect.any(Number),
      at: clock.toISOString(),
      user: { name: 'admin', surname: 'Test' },
      action: 'company.added',
      company: { id: added.id, name: draft.name },
      subject: null,
      changes: expect.toSatisfy((changes: AuditEntry['changes']) => {
        const fields = Object.entries(draft).map(([field, after]) => ({ field, before: null, after }));
        expect(changes).toHaveLength(fields.length);
        expect(changes).toEqual(expect.arrayContaining(fields));
        return true;
      }),
      companies: [],
    });
    // a second one without a logo
    const another = { ...draft, name: 'Autre', site: 'https://autre.example', phone: '', email: '' };
    expect((await admin.post('/api/companies/add', another)).statusCode).toBe(201);
  });

  test.each<[Record<string, unknown>, string, RegExp]>([
    [{ name: ' ' }, 'invalid_name', /nom/],
    [{ name: '…' }, 'invalid_name', /nom/],
    [{ name: 'Marché\r\nBcc: x@y.example' }, 'control_character', /Nom du bureau/],
    [{ name: 'Marché\u0000' }, 'control_character', /Nom du bureau/],
    [{ name: 'Marché\u202e' }, 'control_character', /Nom du bureau/],
    [{ name: 'x'.repeat(101) }, 'invalid_body', /« Nom »/],
    [{ name: undefined }, 'invalid_body', /« Nom » manque/],
    [{ is_partner: 'oui' }, 'invalid_body', /« Partenaire »/],
    [{ site: 'http://www.marche.example' }, 'invalid_site', /^Le site doit commencer par https:\/\/\.$/],
    [{ site: 'www.marche.example' }, 'invalid_site', /https:\/\//],
    [{ site: 'javascript:alert(1)//https://marche.example' }, 'invalid_site', /https:\/\//],
    [{ site: '' }, 'invalid_site', /https:\/\//],
    [{ site: 'https://' }, 'invalid_site', /adresse complète/],
    [{ site: 'https://localhost' }, 'invalid_site', /adresse complète/],
    [{ site: 'https://127.0.0.1' }, 'invalid_site', /adresse complète/],
    [{ site: 'https://1' }, 'invalid_site', /adresse complète/],
    [{ site: 'https://[::1]/' }, 'invalid_site', /adresse complète/],
    [{ site: 'https://moi:secret@marche.example' }, 'invalid_site', /sans identifiant/],
    [{ site: 'https://moi@marche.example' }, 'invalid_site', /sans identifiant/],
    [{ site: 'https://mar che.example' }, 'invalid_site', /adresse complète/],
    [{ site: 'https://marche.example\t' }, 'control_character', /«\u00a0Site\u00a0»/],
    [{ site: `https://marche.example/${'é'.repeat(1000)}` }, 'invalid_site', /trop longue/],
    [{ phone: 'appelez-moi' }, 'invalid_phone', /téléphone/],
    [{ phone: '01\n02' }, 'control_character', /Téléphone/],
    [{ email: 'contact' }, 'invalid_email', /e-mail/],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'control_character', /E-mail/],
  ])('%j is a 400', async (wrong, code, sentence) => {
    const before = await rows();
    const written = await count();
    const answer = await admin.post('/api/companies/add', { ...draft, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ message: expect.stringMatching(sentence), code });
    expect(await rows()).toEqual(before);
    expect(await count()).toBe(written);
  });

  test.each<[Record<string, string>, string, string]>([
    [{ name: 'Quais' }, 'name_taken', 'Un bureau porte déjà ce nom.'],
    [{ site: 'https://bureau-0.example/' }, 'site_taken', 'Ce site est déjà celui d’un autre bureau.'],
    [{ site: 'https://BUREAU-0.example' }, 'site_taken', 'Ce site est déjà celui d’un autre bureau.'],
  ])('%j is a 409, and is not journaled', async (taken, code, message) => {
    const written = await count();
    const fresh = { ...draft, name: 'Un nom libre', site: 'https://libre.example' };
    const answer = await admin.post('/api/companies/add', { ...fresh, ...taken });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({ message, code });
    expect(await count()).toBe(written);
  });

  test('is created once under two concurrent requests with one name', async () => {
    const twin = (i: number) => ({ ...draft, name: 'Jumeaux', site: `https://jumeau-${i}.example` });
    const answers = await Promise.all([1, 2, 3].map((i) => admin.post('/api/companies/add', twin(i))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
  });
});

describe('an edited company', () => {
  beforeEach(() =>
    database.db
      .updateTable('companies')
      .set({ site: 'https://bureau-1.example', phone: '', email: '', is_partner: false, authorisation: '' })
      .where('name', '=', 'Zéphyr')
      .execute(),
  );

  test('changes; the journal has the former and the new values, of the changed fields only', async () => {
    const id = office.companies.Zéphyr;
    const edit = {
      id,
      name: 'Zéphyr',
      site: 'https://bureau-1.example/fr/?a=1',
      phone: '',
      email: '',
      is_partner: true,
    };
    const answer = await admin.post('/api/companies/edit', edit);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({});
    const site = 'https://bureau-1.example/fr?a=1';
    expect((await rows()).find((row) => row.id === id)).toMatchObject({ site, is_partner: true });
    const [entry] = await audit();
    expect(entry).toMatchObject({ action: 'company.edited', company: { id, name: 'Zéphyr' } });
    expect(entry?.changes.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'is_partner', before: false, after: true },
      { field: 'site', before: 'https://bureau-1.example', after: site },
    ]);
    const written = await count();
    expect((await admin.post('/api/companies/edit', edit)).statusCode).toBe(200);
    expect(await count()).toBe(written);
  });

  test('keeps its proof of authorisation if a client does not know that field', async () => {
    const id = office.companies.Zéphyr;
    const site = (await rows()).find((row) => row.id === id)?.site ?? '';
    const edit = { ...draft, id, name: 'Zéphyr', site };
    await admin.post('/api/companies/edit', { ...edit, authorisation: '18 739' });
    const shown = async () => {
      const url = `/api/public/branches?company=${encodeURIComponent(site)}`;
      return (await server.app.inject({ url, headers: { host: 'localhost' } })).json().company;
    };
    // the book follows what was saved
    await expect.poll(shown).toMatchObject({ name: 'Zéphyr', authorisation: '18739' });
    expect((await rows()).find((row) => row.id === id)).toMatchObject({ authorisation: '18739' });
    expect((await admin.post('/api/companies/edit', { ...edit, phone: '01 23 45' })).statusCode).toBe(200);
    expect(await shown()).toMatchObject({ authorisation: '18739' });
    const refused = await admin.post('/api/companies/edit', { ...edit, authorisation: '12' });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_authorisation']);
  });

  test.each<[Record<string, unknown>, number, string]>([
    [{ id: 999_999 }, 404, 'not_found'],
    [{ id: 3_000_000_000 }, 400, 'invalid_body'],
    [{ name: 'Quais' }, 409, 'name_taken'],
    [{ site: 'https://bureau-0.example' }, 409, 'site_taken'],
    [{ site: 'ftp://bureau-1.example' }, 400, 'invalid_site'],
  ])('%j is refused', async (wrong, status, code) => {
    const written = await count();
    const before = await rows();
    const edit = { ...draft, id: office.companies.Zéphyr, name: 'Zéphyr', site: 'https://z.example' };
    const answer = await admin.post('/api/companies/edit', { ...edit, ...wrong });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({ message: expect.any(String), code });
    expect(await rows()).toEqual(before);
    expect(await count()).toBe(written);
  });
});

describe('a suspended company', () => {
  const fix = (browser: Browser, sale: number) =>
    browser.post('/api/fixings/update', { currency: { code: 'USD' }, base: 'EUR', amounts: { sale } });
  const offered = async (): Promise<[string, number][]> => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/public/offers',
      payload: { offer: { currency: 'EUR', amount: 100 }, wish: { currency: 'USD' } },
    });
    const { offers } = answer.json<{
      offers: { company: { name: string }; co_offer: { amount: number } }[];
    }>();
    return offers.map(({ company, co_offer }) => [company.name, co_offer.amount]);
  };
  const lead = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/public/leads',
      payload: { email: '', site: 'https://bureau-0.example' },
    });
  const suspend = (is_suspended: boolean, id = office.companies.Quais) =>
    admin.post('/api/companies/suspend', { id, is_suspended });

  beforeEach(async () => {
    await suspend(false);
  });

  test('is no longer compared, at once; its fixings are logged, and apply after the suspension', async () => {
    const agent = await enter(server.app, 'agent');
    await fix(agent, 1.1);
    await fix(await enter(server.app, 'agent2'), 1.05);
    await expect.poll(offered).toEqual([
      ['Quais', 110],
      ['Zéphyr', 105],
    ]);
    expect((await lead()).statusCode).toBe(201);

    expect((await suspend(true)).json()).toEqual({});
    await expect.poll(offered, { timeout: 20_000 }).toEqual([['Zéphyr', 105]]);
    expect((await lead()).json()).toMatchObject({ code: 'unknown_site' });
    const listed: Company[] = (await admin.get('/api/companies')).json();
    expect(listed.find(({ name }) => name === 'Quais')?.is_suspended).toBe(true);
    expect((await fix(agent, 1.12)).statusCode).toBe(200);
    expect((await agent.get('/api/fixings/logs')).json()[0].params.amounts.sale).toBe(1.12);
    // the other one's fixing arrives after this one's: it was read, and left out
    await fix(await enter(server.app, 'agent2'), 1.06);
    await expect.poll(offered).toEqual([['Zéphyr', 106]]);

    expect((await suspend(false)).statusCode).toBe(200);
    await expect.poll(offered, { timeout: 20_000 }).toEqual([
      ['Quais', 112],
      ['Zéphyr', 106],
    ]);
    expect((await lead()).statusCode).toBe(201);
  });

  test('is journaled at each change of its state only', async () => {
    const written = await count();
    for (const is_suspended of [true, true, false, false]) await suspend(is_suspended);
    expect(await count()).toBe(written + 2);
    expect((await audit()).slice(0, 2)).toMatchObject([
      {
        action: 'company.resumed',
        company: { name: 'Quais' },
        changes: [{ field: 'is_suspended', before: true, after: false }],
      },
      {
        action: 'company.suspended',
        company: { name: 'Quais' },
        changes: [{ field: 'is_suspended', before: false, after: true }],
      },
    ]);
  });

  test('must exist', async () => {
    expect((await suspend(true, 999_999)).statusCode).toBe(404);
    expect((await admin.post('/api/companies/suspend', { id: 'x', is_suspended: true })).statusCode).toBe(
      400,
    );
  });
});

test('a user without the right changes no company, its own included', async () => {
  const before = await rows();
  const written = await count();
  const agent = await enter(server.app, 'agent');
  const id = office.companies.Quais;
  for (const [path, body] of [
    ['add', draft],
    ['edit', { ...draft, id }],
    ['suspend', { id, is_suspended: true }],
    [`logo?id=${id}`, {}],
  ] as const) {
    expect((await agent.post(`/api/companies/${path}`, body)).statusCode).toBe(403);
  }
  expect((await agent.get('/api/audit')).statusCode).toBe(403);
  expect(await rows()).toEqual(before);
  expect(await count()).toBe(written);
});

test('without the database no act is acknowledged; afterwards every call works again', async () => {
  const id = office.companies.Quais;
  const before = await rows();
  await relay.cut();
  for (const answer of [
    await admin.post('/api/companies/add', { ...draft, name: 'Trop tard', site: 'https://tard.example' }),
    await admin.post('/api/companies/edit', { ...draft, id }),
    await admin.post('/api/companies/suspend', { id, is_suspended: true }),
    await admin.get('/api/audit'),
  ]) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'database_away' });
  }
  await relay.mend();
  await expect.poll(async () => (await admin.get('/api/me')).statusCode, { timeout: 30_000 }).toBe(200);
  expect(await rows()).toEqual(before);
  const added = await admin.post('/api/companies/add', {
    ...draft,
    name: 'À l’heure',
    site: 'https://h.example',
  });
  expect(added.statusCode).toBe(201);
});
