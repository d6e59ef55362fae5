import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { aCompanyDraft } from '#domain/testing/companies.ts';
import { aUserDraft } from '#domain/testing/users.ts';
import { requestReservation } from '../features/requests/request-reservation.ts';
import { ASKED_AT, addTravellers, admitBureau, asking, TEST_CODES } from '../testing/bookings.ts';
import { type Browser, enter, mailOf } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// An agent of one bureau names another one, its people and its rows, in every way a call leaves room for.

let office: OpenOffice;
let agent: Browser;
let logId: number;
let batchId: number;
let branchId: number;
let branchAt: string;
let reservation: { id: string; code: string };

beforeAll(async () => {
  office = await openOffice();
  const { Zéphyr = 0, Quais = 0 } = office.companies;
  for (const bureau of [Zéphyr, Quais]) await admitBureau(office.db, bureau);
  const [traveller = 0] = await addTravellers(office.db, 1);
  await requestReservation(office.db, asking(traveller, Zéphyr));
  const row = await office.db.selectFrom('reservations').selectAll().executeTakeFirstOrThrow();
  reservation = { id: row.reference, code: TEST_CODES.read(row) ?? '' };
  // all that an agent may be allowed to do for the own bureau
  await sql`insert into user_scopes (user_id, scope) select ${office.users.agent}, scope from scopes
    where scope like '%.edit.me' on conflict do nothing`.execute(office.db);
  agent = await enter(office.app, 'agent');
  const agent2 = await enter(office.app, 'agent2');
  await agent2.post('/api/fixings/update', {
    currency: { code: 'USD' },
    base: 'EUR',
    amounts: { sale: 1.23456, purchase: 1.34567 },
  });
  const lines = [{ currency: { code: 'GBP' }, amounts: { sale: 0.85432 } }];
  const published = await agent2.post('/api/fixings/batch', { base: 'EUR', fixings: lines });
  ({ batch_id: batchId } = published.json());
  await agent2.post('/api/fixings/sheet', { currencies: ['GBP', 'USD'] });
  const branch = await agent2.post('/api/branches/save', aBranchDraft({ name: 'Zéphyr Gare' }));
  ({ id: branchId, updated_at: branchAt } = branch.json());
  ({ id: logId } = await office.db.selectFrom('fixing_logs').select('id').executeTakeFirstOrThrow());
});
afterAll(() => office.close());

const calls = (Object.keys(api) as CallName[]).filter(
  (name) => api[name].host === 'backoffice' && name !== 'GET /api/logout',
);

/** What the other bureau has, as one text: the rows of every table that names a bureau, and what hangs on them. */
async function theirs(): Promise<string> {
  const { Zéphyr: id } = office.companies;
  const { rows: tables } = await sql<{
    name: string;
  }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' order by table_name`.execute(office.db);
  const lists = [
    ...tables.map(({ name }) => sql`select json_agg(t) from ${sql.table(name)} t where company_id = ${id}`),
    sql`select json_agg(c) from companies c where id = ${id}`,
    sql`select json_agg(c) from branch_closures c join branches b on b.id = c.branch_id where b.company_id = ${id}`,
    sql`select json_agg(e) from reservation_events e join reservations r on r.id = e.reservation_id
      where r.company_id = ${id}`,
    sql`select json_agg(s) from user_scopes s join users u on u.id = s.user_id where u.company_id = ${id}`,
    sql`select count(*) from sessions s join users u on u.id = s.user_id where u.company_id = ${id}`,
  ];
  const texts = sql.join(lists.map((list) => sql`(${list})::text`));
  const { rows } = await sql<{ all: string[] }>`select array[${texts}] as all`.execute(office.db);
  return JSON.stringify(rows);
}

/** The other's ids under every name that a field could have, around what the call itself needs. */
function bodies(): object[] {
  const { Zéphyr } = office.companies;
  const { agent2 } = office.users;
  const names = {
    company: 'Zéphyr',
    company_id: Zéphyr,
    companyId: Zéphyr,
    user_id: agent2,
    userId: agent2,
    user: { id: agent2, company_id: Zéphyr },
    mail: mailOf('agent2'),
    username: mailOf('agent2'),
    batch_id: batchId,
    scopes: ['**'],
    allowed_scope: ['**'],
    role: 'root',
  };
  const fixing = { currency: { code: 'USD', company_id: Zéphyr }, base: 'EUR', amounts: { sale: 1.01 } };
  const person = { name: 'x', surname: 'x', phone: '', status: 'in_interim', is_suspended: true };
  const branch = { ...aBranchDraft({ name: 'Prise' }), is_closed: true, updated_at: branchAt };
  const bureau = aCompanyDraft({ name: 'Pris', site: 'https://pris.example', is_partner: true });
  return [
    { ...names, ...fixing, id: Zéphyr },
    { ...names, ...person, id: agent2 },
    { ...names, ...person, id: office.users.agent },
    { ...names, ...bureau, id: Zéphyr },
    { ...names, ...branch, id: branchId },
    { ...names, ...reservation, ids: [reservation.id], reason: 'stock' },
    {
      ...names,
      id: reservation.id,
      pickup_at: '2026-11-21T12:00:00.000Z',
      updated_at: ASKED_AT.toISOString(),
      amount: 10,
    },
  ];
}

/** What the agent is answered who names the other bureau in every place of a call. */
async function tryCall(name: CallName): Promise<string[]> {
  const { Zéphyr } = office.companies;
  const { agent2 } = office.users;
  const [method, path = ''] = name.split(' ');
  // the call before may have ended it: it is one that ends sessions
  if ((await agent.get('/api/me')).statusCode === 401) await agent.login('agent');
  const ids = [
    `company-${Zéphyr}`,
    `user-${agent2}`,
    String(agent2),
    String(Zéphyr),
    String(logId),
    String(branchId),
    reservation.id,
  ];
  const queries = [
    '',
    `?company=${Zéphyr}&company_id=${Zéphyr}&user_id=${agent2}&id=${Zéphyr}`,
    `?company=${encodeURIComponent('Zéphyr')}`,
    `?q=${encodeURIComponent('zéphyr')}`,
    '?q=agent2',
    `?before=${logId + 1}&limit=500`,
    '?company=Quais&company=Z%C3%A9phyr',
    '?page=2',
  ];
  const answers: string[] = [];
  for (const id of path.includes('{') ? ids : ['']) {
    for (const query of queries) {
      const url = path.replace(/\{\w+\}/, id) + query;
      if (method === 'GET') answers.push((await agent.get(url)).body);
    }
    if (method === 'GET') continue;
    for (const query of queries.slice(0, 2)) {
      const url = path.replace(/\{\w+\}/, id) + query;
      for (const body of bodies()) answers.push((await agent.post(url, body)).body);
    }
  }
  return answers;
}

test.each(calls)('%s neither shows nor changes what another bureau has', async (name) => {
  const before = await theirs();
  for (const body of await tryCall(name)) {
    for (const secret of ['Zéphyr', 'agent2', '1.23456', '1.34567']) expect(body).not.toContain(secret);
  }
  expect(await theirs()).toBe(before);
});

test('what was tried on the own bureau was done: the calls were really made', async () => {
  await tryCall('POST /api/fixings/update');
  const { rates } = (await agent.get('/api/fixings/rates')).json();
  expect(rates[0]).toMatchObject({ code: 'USD', sale: 1.01, company: { name: 'Quais' } });
});

test('nobody gives away more than is held: an agent who may edit users makes no root', async () => {
  const { agent: id, root, admin, idle } = office.users;
  const added = { user_id: id, scope: 'iam.users.edit.all' };
  await office.db.insertInto('user_scopes').values(added).execute();
  onTestFinished(async () => {
    const { db } = office;
    await db.deleteFrom('user_scopes').where('user_id', '=', id).where('scope', '=', added.scope).execute();
  });
  if ((await agent.get('/api/me')).statusCode === 401) await agent.login('agent');
  const person = aUserDraft({ name: 'x', surname: 'x' });
  for (const scopes of [['**'], ['iam.*.list.all'], ['companies.edit.all'], ['sittings.list.all']]) {
    const edits = [id, idle].map((subject) =>
      agent.post('/api/iam/users/edit', { id: subject, ...person, scopes }),
    );
    const invitation = agent.post('/api/iam/users/invite', {
      mail: 'neuf@parite.example',
      ...person,
      scopes,
    });
    for (const answer of await Promise.all([...edits, invitation])) {
      expect(answer.json()).toMatchObject({ code: 'beyond_own_rights' });
    }
  }
  for (const subject of [root, admin]) {
    for (const [path, body] of [
      ['edit', { id: subject, ...person, scopes: [] }],
      ['suspend', { id: subject, is_suspended: true }],
      ['invite-again', { id: subject }],
    ] as const) {
      expect((await agent.post(`/api/iam/users/${path}`, body)).statusCode, path).toBe(403);
    }
    expect((await agent.get(`/api/iam/users/${subject}`)).body).not.toContain('password?token');
  }
});
