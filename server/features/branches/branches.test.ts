import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#domain/audit/audit.ts';
import type { CompanyBranches } from '#domain/branches/branch.ts';
import type { Branch, BranchView, ListedBranch } from '#domain/branches/branch-draft.ts';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { aBranchRow } from '../../testing/rows.ts';
import { computeOpenings } from './compute-openings.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let agent: Browser;
let other: Browser;
let admin: Browser;
/** A Saturday, 14 h 30 in Paris. */
const SATURDAY = new Date('2026-11-21T13:30:00.123Z');
let clock = SATURDAY;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, () => clock, { RATE_LIMIT: '999999999' });
  await server.book.loaded;
  agent = await enter(server.app, 'agent');
  other = await enter(server.app, 'agent2');
  admin = await enter(server.app, 'admin');
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const draft = aBranchDraft({
  name: 'Part-Dieu',
  kind: 'station',
  address: '5 place Béraudier',
  postcode: '69003',
  city: 'Lyon',
  commune: '69383',
  lat: '45,7606',
  lon: '4.8593',
  phone: '04 72 00 00 00',
  access_note: 'Hall Béraudier',
  hours: 'Mo-Fr 09:00-12:00,14:00-18:00; Sa 10:00-16:00',
});
const save = (browser: Browser, body: object) => browser.post('/api/branches/save', body);
const listed = async (browser: Browser, query = ''): Promise<ListedBranch[]> =>
  (await browser.get(`/api/branches${query}`)).json();
const rows = () => database.db.selectFrom('branches').selectAll().orderBy('id').execute();
const audit = async (): Promise<AuditEntry[]> => (await admin.get('/api/audit')).json();
const shown = async (site = 'https://bureau-0.example'): Promise<CompanyBranches> =>
  (
    await server.app.inject({
      url: `/api/public/branches?company=${encodeURIComponent(site)}`,
      headers: { host: 'localhost' },
    })
  ).json();
const shownNames = async (site?: string) => (await shown(site)).branches.map(({ name }) => name);

describe('a branch', () => {
  const AFTER_HOURS = new Date('2026-11-21T15:00:00Z');
  beforeEach(async () => {
    clock = SATURDAY;
    await database.db.deleteFrom('branches').execute();
    await database.db.deleteFrom('opening_times').execute();
  });

  test('is added by an agent to its own company, whatever it names, and journaled', async () => {
    const answer = await save(agent, { ...draft, company_id: office.companies.Zéphyr });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      company_id: office.companies.Quais,
      name: 'Part-Dieu',
      lat: '45.7606',
      lon: '4.8593',
      time_zone: 'Europe/Paris',
      holidays_region: 'FR',
      is_closed: false,
      closures: [],
    });
    const added = answer.json<BranchView>();
    const { expected, to_move, ...row } = added;
    expect([expected, to_move]).toEqual([0, 0]);
    expect(await listed(agent)).toEqual([{ ...row, open: null }]);
    expect(await listed(agent, `?company=${office.companies.Zéphyr}`)).toEqual([{ ...row, open: null }]);
    expect(await listed(other)).toEqual([]);
    expect((await agent.get(`/api/branches/${added.id}`)).json()).toEqual(added);
    expect((await admin.get(`/api/branches/${added.id}`)).json()).toEqual(added);
    expect((await other.get(`/api/branches/${added.id}`)).statusCode).toBe(404);
    expect((await audit())[0]).toMatchObject({
      action: 'branch.added',
      company: { name: 'Quais' },
      changes: expect.arrayContaining([{ field: 'name', before: null, after: 'Part-Dieu' }]),
    });
  });

  test('is public with its texts, and with its hours after the queue has computed them', async () => {
    // a text of hours that nothing else has computed
    await save(agent, { ...draft, hours: 'Sa 10:00-16:00; Mo-Fr 09:00-12:00,14:00-18:00' });
    await expect.poll(() => shownNames()).toEqual(['Part-Dieu']);
    const [before] = (await shown()).branches;
    expect(before?.open).toBeNull();
    await computeOpenings(database.db, clock);
    await expect.poll(async () => (await shown()).branches[0]?.open).not.toBeNull();
    const { company, branches } = await shown();
    expect(company).toEqual({ name: 'Quais', site: 'https://bureau-0.example', authorisation: '' });
    expect(branches).toEqual([
      {
        id: expect.any(Number),
        name: 'Part-Dieu',
        kind: 'station',
        address: '5 place Béraudier',
        postcode: '69003',
        city: 'Lyon',
        country: 'FR',
        lat: 45.7606,
        lon: 4.8593,
        email: '',
        time_zone: 'Europe/Paris',
        phone: '04 72 00 00 00',
        access_note: 'Hall Béraudier',
        payment_means: ['cash', 'card'],
        sells: true,
        buys_back: true,
        takes_cards: true,
        small_notes: false,
        needs_appointment: false,
        closures: [],
        hours: [
          'lundi à vendredi\u00a0: 9\u00a0h\u00a0– midi, 14\u00a0h\u00a0– 18\u00a0h',
          'samedi\u00a0: 10\u00a0h\u00a0– 16\u00a0h',
          'dimanche\u00a0: fermé',
          'fermé les jours fériés',
        ],
        open: {
          is_open: true,
          changes_at: '2026-11-21T15:00:00.000Z',
          words: 'Ouvert jusqu’à 16\u00a0h',
        },
      },
    ]);
    expect((await listed(agent))[0]?.open).toEqual(branches[0]?.open);
    clock = AFTER_HOURS;
    expect((await listed(agent))[0]?.open).toMatchObject({ is_open: false });
    expect((await shown()).branches[0]?.open).toEqual({
      is_open: false,
      changes_at: '2026-11-23T08:00:00.000Z',
      words: 'Ouvre lundi à\u00a09\u00a0h',
    });
  });

  test('shows a new address or a closure', async () => {
    clock = AFTER_HOURS;
    await save(agent, draft);
    await computeOpenings(database.db, clock);
    const [seen] = await listed(agent);
    const closures = [{ from_day: '2026-11-23', to_day: '2026-11-24', reason: 'Inventaire' }];
    const answer = await save(agent, {
      ...draft,
      id: seen?.id,
      updated_at: seen?.updated_at,
      city: 'Villeurbanne',
      closures,
    });
    expect(answer.statusCode).toBe(200);
    const words = async () => (await shown()).branches[0]?.open?.words;
    await expect.poll(words).toBe('Ouvre mercredi à\u00a09\u00a0h');
    expect((await shown()).branches[0]).toMatchObject({ city: 'Villeurbanne', closures });
    expect((await audit())[0]).toMatchObject({ action: 'branch.edited', company: { name: 'Quais' } });
  });

  test('is not overwritten after a concurrent change', async () => {
    await save(agent, draft);
    const [seen] = await listed(agent);
    const stale = { id: seen?.id, updated_at: '2026-11-20T00:00:00.000Z' };
    const before = await rows();
    for (const answer of [
      await save(agent, { ...draft, ...stale }),
      await agent.post('/api/branches/close', { ...stale, is_closed: true }),
    ]) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'branch_changed' });
    }
    expect(await rows()).toEqual(before);
  });

  test('is hidden while closed', async () => {
    clock = AFTER_HOURS;
    await save(agent, draft);
    await computeOpenings(database.db, clock);
    await expect.poll(async () => (await listed(agent))[0]?.open?.is_open).toBe(false);
    const close = async (is_closed: boolean) => {
      const seen = (await listed(agent)).find(({ name }) => name === 'Part-Dieu');
      return agent.post('/api/branches/close', { id: seen?.id, updated_at: seen?.updated_at, is_closed });
    };
    expect((await close(true)).json()).toMatchObject({ is_closed: true });
    await expect.poll(() => shownNames()).toEqual([]);
    // after those that are open to business, whatever its name
    await save(agent, { ...draft, name: 'Zoo' });
    expect((await listed(agent)).map(({ name, open }) => [name, open?.is_open])).toEqual([
      ['Zoo', false],
      ['Part-Dieu', undefined],
    ]);
    await database.db.deleteFrom('branches').where('name', '=', 'Zoo').execute();
    expect((await close(false)).statusCode).toBe(200);
    await expect.poll(() => shownNames()).toEqual(['Part-Dieu']);
    const actions = (await audit())
      .filter(({ action }) => /closed|opened/.test(action))
      .map(({ action }) => action);
    expect(actions).toEqual(['branch.reopened', 'branch.closed']);
  });

  test('of another company is not found by any call', async () => {
    await save(agent, draft);
    const [seen] = await listed(agent);
    const before = await rows();
    const named = { id: seen?.id, updated_at: seen?.updated_at };
    for (const answer of [
      await save(other, { ...draft, ...named, company_id: office.companies.Quais, name: 'Pris' }),
      await other.post('/api/branches/close', { ...named, is_closed: true }),
    ]) {
      expect(answer.statusCode).toBe(404);
    }
    expect(await rows()).toEqual(before);
  });

  test('accepts no field outside its form', async () => {
    const smuggled = {
      closed_at: '2026-01-01',
      created_at: '2020-01-01',
      time_zone: 'Asia/Tokyo',
      'x"; --': null,
    };
    const answer = await save(agent, { ...draft, ...smuggled, name: 'Sans plus' });
    expect(answer.json()).toMatchObject({ is_closed: false, time_zone: 'Europe/Paris' });
    const { id } = answer.json<Branch>();
    await database.db.deleteFrom('branches').where('id', '=', id).execute();
  });

  test('of any company can be changed by an administrator', async () => {
    const { Zéphyr, Quais } = office.companies;
    await save(agent, draft);
    expect((await save(admin, draft)).json()).toMatchObject({ code: 'missing_company' });
    expect((await save(admin, { ...draft, company_id: 999_999 })).statusCode).toBe(404);
    const added = await save(admin, { ...draft, company_id: Zéphyr, name: 'Gare', postcode: '67000' });
    expect(added.json()).toMatchObject({ company_id: Zéphyr, holidays_region: 'FR-57-67-68' });
    const [seen] = await listed(admin, `?company=${Quais}`);
    const renamed = { ...draft, id: seen?.id, updated_at: seen?.updated_at, name: 'Perrache' };
    expect((await save(admin, renamed)).json()).toMatchObject({ company_id: Quais, name: 'Perrache' });
    const answer = await admin.get('/api/branches');
    expect(answer.headers['x-total-count']).toBe('2');
    expect(
      answer
        .json<Branch[]>()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Gare', 'Perrache']);
    const found = async (q: string) =>
      (await listed(admin, `?q=${encodeURIComponent(q)}`)).map(({ name }) => name);
    expect(await found('perr')).toEqual(['Perrache']);
    expect(await found('67000')).toEqual(['Gare']);
    expect(await found('GARE %')).toEqual(['Gare']);
    expect(await found('nulle part')).toEqual([]);
  });

  test('has a unique name in its company', async () => {
    await save(agent, { ...draft, name: 'Perrache' });
    await save(other, { ...draft, name: 'Gare' });
    const answer = await save(agent, { ...draft, name: 'Perrache' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({
      code: 'name_taken',
      message: 'Une agence de ce bureau porte déjà ce nom.',
    });
    // that of another bureau is free
    expect((await save(agent, { ...draft, name: 'Gare' })).statusCode).toBe(200);
  });

  test.each<[object, string]>([
    [{ name: '' }, 'invalid_name'],
    [{ name: 'A\nB' }, 'control_character'],
    [{ kind: 'bateau' }, 'invalid_body'],
    [{ postcode: '6900' }, 'invalid_postcode'],
    [{ lat: '91', lon: '0' }, 'invalid_position'],
    [{ lat: '45' }, 'invalid_position'],
    [{ lat: '4,8593', lon: '45,7606' }, 'invalid_position'],
    [{ commune: '69999' }, 'invalid_commune'],
    [{ hours: 'Mo-Fr 09:00-25:99' }, 'invalid_hours'],
    [{ hours: 'Mo-Fr 09:00-18:00; PH off' }, 'invalid_hours'],
    [{ hours: 'sunrise-sunset' }, 'invalid_hours'],
    [{ hours: 'x'.repeat(501) }, 'invalid_body'],
    [{ rates: 'percent', percent: '80' }, 'invalid_percent'],
    [{ closures: [{ from_day: '2026-12-02', to_day: '2026-12-01', reason: '' }] }, 'invalid_closure'],
    [{ closures: [{ from_day: '0000-01-01', to_day: '2026-12-01', reason: '' }] }, 'invalid_closure'],
    [{ rates: 'percent', percent: '0,5' }, 'invalid_percent'],
    [{ payment_means: ['or'] }, 'invalid_body'],
  ])('%j is a 400', async (wrong, code) => {
    const before = await rows();
    const position = 'lat' in wrong ? { lon: '' } : {};
    const answer = await save(agent, { ...draft, name: 'Une autre', ...position, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code, message: expect.any(String) });
    expect(await rows()).toEqual(before);
  });
});

test('a company has at most 500 branches, closed ones included, also under concurrent additions', async () => {
  const company_id = office.companies.Zéphyr ?? 0;
  const had = (await rows()).filter((one) => one.company_id === company_id).length;
  const closed = Array.from({ length: 499 - had }, (_, i) =>
    aBranchRow({ company_id, name: `N° ${i}`, closed_at: clock }),
  );
  const added = await database.db.insertInto('branches').values(closed).returning('id').execute();
  const answers = await Promise.all(['A', 'B', 'C'].map((name) => save(other, { ...draft, name })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
    code: 'too_many_branches',
    message: expect.stringMatching(/^Un bureau a 500 agences au plus/),
  });
  // those that are there still change, and another bureau has room
  const kept = answers.find(({ statusCode }) => statusCode === 200)?.json<Branch>();
  const { id, updated_at } = kept ?? {};
  expect((await save(other, { ...draft, id, updated_at, name: 'D' })).statusCode).toBe(200);
  expect((await save(agent, { ...draft, name: 'Bellecour' })).statusCode).toBe(200);
  const ids = added.map((one) => one.id);
  await database.db.deleteFrom('branches').where('id', 'in', ids).execute();
});

test('a company has at most 20 branches with own rates, by any call', async () => {
  const company_id = office.companies.Zéphyr ?? 0;
  const sheets = Array.from({ length: 19 }, (_, i) =>
    aBranchRow({ company_id, name: `Feuille ${i}`, rates: 'own' }),
  );
  const added = await database.db.insertInto('branches').values(sheets).returning('id').execute();
  const last = { ...draft, name: 'Vingtième', rates: 'own' };
  const { id, updated_at } = (await save(other, last)).json<Branch>();
  const refused = { code: 'too_many_sheets', message: expect.stringMatching(/^Un bureau a 20 agences/) };
  const one = { ...draft, name: 'De trop' };
  const answer = await save(other, { ...one, rates: 'own' });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toEqual(refused);
  const plain = (await save(other, one)).json<Branch>();
  const changed = { ...one, id: plain.id, updated_at: plain.updated_at, rates: 'own' };
  expect((await save(other, changed)).json()).toEqual(refused);
  const send = (branches: object[]) => other.post('/api/branches/import', { branches });
  expect((await send([{ ...one, updated_at: plain.updated_at, rates: 'own' }])).json()).toEqual(refused);
  expect((await listed(other)).find(({ name }) => name === one.name)?.rates).toBe('company');
  // those that have one still change, and one may take the place of another, in whichever order
  const moved = (await save(other, { ...last, id, updated_at, city: 'Nice' })).json<Branch>();
  expect(moved.city).toBe('Nice');
  const swapped = await send([
    { ...one, updated_at: plain.updated_at, rates: 'own' },
    { ...last, updated_at: moved.updated_at, rates: 'company' },
  ]);
  expect(swapped.json()).toEqual({ added: 0, changed: 2, to_move: 0 });
  const ids = [...added.map((row) => row.id), id, plain.id];
  await database.db.deleteFrom('branches').where('id', 'in', ids).execute();
});

test('a read beyond the address’s limit is refused in French', async () => {
  const limited = await startTestApp(database.url, () => clock, { RATE_LIMIT: '3' });
  await limited.book.loaded;
  try {
    const look = (remoteAddress: string) =>
      limited.app.inject({
        url: '/api/public/branches?company=x',
        headers: { host: 'localhost' },
        remoteAddress,
      });
    for (let n = 0; n < 3; n += 1) expect((await look('203.0.113.7')).statusCode).toBe(200);
    const refused = await look('203.0.113.7');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({ code: 'too_many_requests', message: expect.stringMatching(/^Trop de/) });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await look('203.0.113.8')).statusCode).toBe(200);
  } finally {
    await limited.close();
  }
});

test('an unknown or missing site belongs to no company', async () => {
  expect(await shown('https://nulle-part.example')).toEqual({ company: null, branches: [] });
  expect(await shown('')).toEqual({ company: null, branches: [] });
});
