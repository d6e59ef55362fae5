import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#domain/audit/audit.ts';
import { type Branch, MAX_BRANCHES } from '#domain/branches/branch-draft.ts';
import { MAX_CLOSURES } from '#domain/branches/fields.ts';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Browser, enter, furnishOffice, type Office } from '../../testing/office.ts';
import { aBranchRow, aClosureRow } from '../../testing/rows.ts';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let agent: Browser;
let other: Browser;
let admin: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url, undefined, { RATE_LIMIT: '999999999' });
  agent = await enter(server.app, 'agent');
  other = await enter(server.app, 'agent2');
  admin = await enter(server.app, 'admin');
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.deleteFrom('branches').execute();
});

const branch = (name: string, parts: object = {}) => ({ ...aBranchDraft({ name }), ...parts });
const send = (browser: Browser, branches: readonly object[], company_id?: number | undefined) =>
  browser.post('/api/branches/import', { branches, company_id });
const names = async (company_id = office.companies.Quais ?? 0) =>
  (
    await database.db
      .selectFrom('branches')
      .where('company_id', '=', company_id)
      .select('name')
      .orderBy('name')
      .execute()
  ).map(({ name }) => name);
const listed = async (): Promise<Branch[]> => (await agent.get('/api/branches')).json();

describe('an imported table', () => {
  test('adds and changes branches of its own company by name, and journals each', async () => {
    await agent.post('/api/branches/save', branch('Gare'));
    const [seen] = await listed();
    const changed = branch('Gare', { updated_at: seen?.updated_at, hours: '24/7' });
    const answer = await send(agent, [changed, branch('Perrache')], office.companies.Zéphyr);
    expect(answer.json()).toEqual({ added: 1, changed: 1, to_move: 0 });
    expect(await names()).toEqual(['Gare', 'Perrache']);
    expect((await listed())[0]).toMatchObject({ id: seen?.id, hours: '24/7' });
    const audit: AuditEntry[] = (await admin.get('/api/audit')).json();
    expect(audit.slice(0, 2).map(({ action, company }) => [action, company?.name])).toEqual([
      ['branch.added', 'Quais'],
      ['branch.edited', 'Quais'],
    ]);
    // what is there already is left alone
    const [again] = await listed();
    const same = await send(agent, [branch('Gare', { updated_at: again?.updated_at, hours: '24/7' })]);
    expect(same.json()).toEqual({ added: 0, changed: 0, to_move: 0 });
    expect((await listed())[0]?.updated_at).toBe(again?.updated_at);
  });

  test.each<[string, () => object[], number, string]>([
    ['a line is wrong', () => [branch('A'), branch('B', { postcode: '6900' })], 400, 'invalid_postcode'],
    ['a commune is none', () => [branch('A'), branch('B', { commune: '69999' })], 400, 'invalid_commune'],
    [
      'a position is the other way round',
      () => [branch('A'), branch('B', { postcode: '69003', lat: '4,8593', lon: '45,7606' })],
      400,
      'invalid_position',
    ],
    [
      'hours are not read',
      () => [branch('A'), branch('B', { hours: 'Mo-Fr 09:00-25:99' })],
      400,
      'invalid_hours',
    ],
    ['a name is there twice', () => [branch('A'), branch(' A ')], 400, 'twice'],
    ['one is new that is there', () => [branch('A'), branch('Gare')], 409, 'branch_changed'],
    [
      'one has changed meanwhile',
      () => [branch('A'), branch('Gare', { updated_at: '2026-11-20T00:00:00.000Z' })],
      409,
      'branch_changed',
    ],
    [
      'one is gone',
      () => [branch('A'), branch('B', { updated_at: '2026-11-20T00:00:00.000Z' })],
      409,
      'branch_changed',
    ],
    [
      'there are too many',
      () => Array.from({ length: MAX_BRANCHES }, (_, i) => branch(`N° ${i}`)),
      409,
      'too_many_branches',
    ],
  ])('has no effect if %s', async (_why, table, status, code) => {
    await agent.post('/api/branches/save', branch('Gare'));
    const answer = await send(agent, table());
    expect(answer.statusCode, answer.body).toBe(status);
    expect(answer.json()).toEqual({ code, message: expect.any(String) });
    expect(await names()).toEqual(['Gare']);
  });

  test('belongs to the company that an administrator names, and to no other', async () => {
    await other.post('/api/branches/save', branch('Gare'));
    const [theirs]: Branch[] = (await other.get('/api/branches')).json();
    // by the name and the moment of another bureau's branch
    const taken = await send(agent, [branch('Gare', { updated_at: theirs?.updated_at })]);
    expect(taken.json()).toMatchObject({ code: 'branch_changed' });
    expect((await send(admin, [branch('Quai')])).json()).toMatchObject({ code: 'missing_company' });
    expect((await send(admin, [branch('Quai')], 999_999)).statusCode).toBe(404);
    const added = await send(admin, [branch('Quai')], office.companies.Zéphyr);
    expect(added.json()).toEqual({ added: 1, changed: 0, to_move: 0 });
    expect(await names(office.companies.Zéphyr)).toEqual(['Gare', 'Quai']);
    expect(await names()).toEqual([]);
  });

  test('is refused with one branch more if the branches together exceed a message', async () => {
    const closures = Array.from({ length: MAX_CLOSURES }, () => ({
      from_day: '2026-12-24',
      to_day: '2026-12-26',
      reason: 'x'.repeat(100),
    }));
    const wordy = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => branch(`N° ${from + i}`, { closures }));
    const added = [await send(agent, wordy(0, 20)), await send(agent, wordy(20, 20))];
    expect(added.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const more = branch('N° 40', { closures });
    const refused = [await send(agent, wordy(40, 10)), await agent.post('/api/branches/save', more)];
    for (const { statusCode, body } of refused) {
      expect([statusCode, JSON.parse(body)]).toEqual([
        409,
        { code: 'too_much_said', message: expect.stringMatching(/fermetures passées/) },
      ]);
    }
    expect((await names()).length).toBe(40);
    const tooMany = [...closures, ...closures];
    expect((await send(agent, [branch('A', { closures: tooMany })])).statusCode).toBe(400);
  });

  test('may shorten a company’s oversized data, and never lengthen it', async () => {
    const company_id = office.companies.Quais ?? 0;
    const closures = Array.from({ length: MAX_CLOSURES }, () => ({
      from_day: '2026-12-24',
      to_day: '2026-12-26',
      reason: 'x'.repeat(100),
    }));
    const written = await database.db
      .insertInto('branches')
      .values(Array.from({ length: 50 }, (_, i) => aBranchRow({ company_id, name: `N° ${i}` })))
      .returning('id')
      .execute();
    await database.db
      .insertInto('branch_closures')
      .values(
        written.flatMap(({ id }) => closures.map((closure) => aClosureRow({ ...closure, branch_id: id }))),
      )
      .execute();
    const fewer = closures.slice(1);
    const seen = async (name: string) => {
      const { id, updated_at } = (await listed()).find((one) => one.name === name) ?? {};
      return { id, updated_at };
    };
    const save = async (name: string, parts: object) =>
      (await agent.post('/api/branches/save', branch(name, { ...(await seen(name)), ...parts }))).statusCode;
    const line = async (name: string, parts: object) => {
      const { updated_at } = await seen(name);
      return (await send(agent, [branch(name, { updated_at, ...parts })])).statusCode;
    };
    const more = { closures, access_note: 'Escalier B' };
    expect([await save('N° 0', more), await line('N° 0', more)]).toEqual([409, 409]);
    expect([await save('N° 0', { closures: fewer }), await line('N° 1', { closures: fewer })]).toEqual([
      200, 200,
    ]);
    expect([await save('N° 0', { closures }), await line('N° 50', {})]).toEqual([409, 409]);
  });

  test('with as many branches as a company may have is accepted at once', async () => {
    const table = Array.from({ length: MAX_BRANCHES }, (_, i) =>
      branch(`N° ${i}`, { hours: `Mo ${i % 9}:00-18:00` }),
    );
    expect((await send(agent, table)).json()).toEqual({ added: MAX_BRANCHES, changed: 0, to_move: 0 });
    expect((await send(agent, [...table, branch('Une de trop')])).statusCode).toBe(400);
    const large = await send(agent, [branch('A', { access_note: 'x'.repeat(600_000) })]);
    expect(large.statusCode).toBe(413);
  });
});
