import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditEntry } from '#domain/audit/audit.ts';
import { aUserDraft } from '#domain/testing/users.ts';
import { type Browser, enter, mailOf, PASSWORD } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { erasePerson } from '../privacy/erase-person.queries.ts';

let office: OpenOffice;
let root: Browser;
const erasedId = () => office.users.agent2;

beforeEach(async () => {
  office = await openOffice();
  const agent = await enter(office.app, 'agent2');
  const fixing = { currency: { code: 'USD' }, base: 'EUR', amounts: { sale: 1.105 } };
  expect((await agent.post('/api/fixings/update', fixing)).statusCode).toBe(200);
  root = await enter(office.app, 'root');
  await root.post('/api/iam/users/suspend', { id: erasedId(), is_suspended: true });
  const { erased } = await erasePerson(office.db, mailOf('agent2'), []);
  expect(erased.accounts).toBe(1);
});
afterEach(() => office.close());

test('an erased user is in no list of people', async () => {
  for (const url of ['/api/iam/users', '/api/companies', '/api/objects?type=user']) {
    const { statusCode, body } = await root.get(url);
    expect(statusCode).toBe(200);
    expect(body, url).toContain('agent');
    expect(body, url).not.toMatch(/agent2|ancien/i);
  }
});

test('an erased user cannot be changed', async () => {
  const id = erasedId();
  const fields = aUserDraft({ name: 'Léa', surname: 'Petit' });
  const answers = await Promise.all([
    root.get(`/api/iam/users/${id}`),
    root.post('/api/iam/users/suspend', { id, is_suspended: false }),
    root.post('/api/iam/users/invite-again', { id }),
    root.post('/api/iam/users/edit', { id, ...fields }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
});

test('fixings and acts of an erased user have a pseudonym', async () => {
  const [fixing] = (await (await enter(office.app, 'admin')).get('/api/fixings/logs')).json();
  expect(fixing.user).toEqual({ name: 'Ancien utilisateur', surname: `n° ${erasedId()}` });
  const acts: AuditEntry[] = (await root.get('/api/audit')).json();
  const act = acts.find(({ subject }) => subject?.id === erasedId());
  expect(act?.subject).toEqual({ id: erasedId(), mail: `ancien-${erasedId()}@efface.invalid` });
});

test('neither address nor pseudonym of an erased user opens anything, and the address may be invited again', async () => {
  for (const username of [mailOf('agent2'), `ancien-${erasedId()}@efface.invalid`]) {
    const answer = await root.post('/api/login', { username, password: PASSWORD });
    expect(answer.statusCode).toBe(401);
  }
  const invitation = aUserDraft({ name: 'Léa' });
  const again = await (await enter(office.app, 'root')).post('/api/iam/users/invite', {
    ...invitation,
    mail: mailOf('agent2'),
  });
  expect(again.statusCode).toBe(201);
  expect(again.json().id).not.toBe(erasedId());
});
