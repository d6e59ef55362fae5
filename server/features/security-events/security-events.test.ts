import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SecurityEvent as Line } from '#domain/security-events/security-journal.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { emptyJournals } from '../../testing/journals.ts';
import { type Browser, enter, furnishOffice, mailOf, type Office } from '../../testing/office.ts';
import { FROM_COMMAND_LINE, hashAccount, originOf } from './origin.ts';
import { type SecurityEvent, writeSecurityEvent } from './write-security-event.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';

let database: TestDatabase;
let server: TestApp;
let office: Office;
let admin: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  office = await furnishOffice(database.db);
  server = await startTestApp(database.url);
  await server.book.loaded;
  admin = await enter(server.app, 'admin');
});
beforeEach(async () => {
  await emptyJournals(database.db);
  const { agent, root, idle } = office.users;
  await database.db
    .updateTable('users')
    .set({ mail: mailOf('idle') })
    .where('id', '=', idle)
    .execute();
  const known = (userId: number) => ({ ...FROM_COMMAND_LINE, userId });
  const unknown = originOf(SECRET, { session: null, ip: '203.0.113.9', headers: {} });
  const events: SecurityEvent[] = [
    // the last minute of a day in Paris, and the first of the next
    { kind: 'login', at: new Date('2026-06-10T21:59:59.999Z'), from: known(agent), subjectUserId: agent },
    { kind: 'login', at: new Date('2026-06-10T22:00:00.000Z'), from: known(agent), subjectUserId: agent },
    {
      kind: 'login',
      outcome: 'failure',
      at: new Date('2026-06-11T08:00:00Z'),
      from: unknown,
      account: hashAccount(SECRET, '=cmd@exemple.fr'),
      details: { reason: 'unknown' },
      count: 7,
    },
    {
      kind: 'rights_changed',
      at: new Date('2026-06-11T09:00:00Z'),
      from: known(root),
      subjectUserId: idle,
      details: { given: ['audit.list.all', 'feeds.list.all'], taken: [] },
    },
  ];
  for (const event of events) await writeSecurityEvent(database.db, event);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const read = async (query = '') => {
  const answer = await admin.get(`/api/iam/security-events${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return { lines: answer.json<Line[]>(), total: Number(answer.headers['x-total-count']) };
};

test('a line has actor, act and subject, and eight irreversible letters for an unknown caller', async () => {
  const { lines, total } = await read('?day=2026-06-11');
  expect(total).toBe(3);
  const [rights, failure] = lines;
  expect(rights).toMatchObject({
    kind: 'rights_changed',
    user: { id: office.users.root, mail: mailOf('root') },
    subject: { id: office.users.idle, mail: mailOf('idle') },
    details: [
      { name: 'given', value: 'audit.list.all, feeds.list.all' },
      { name: 'taken', value: '' },
    ],
  });
  expect(failure).toMatchObject({ user: null, subject: null, count: 7, outcome: 'failure' });
  expect(failure?.account).toMatch(/^[0-9a-f]{8}$/);
  expect(failure?.network).toMatch(/^[0-9a-f]{8}$/);
});

test('a day is one of Paris; kinds, outcomes and people are filters, alone and together', async () => {
  expect((await read('?day=2026-06-10')).total).toBe(1);
  expect((await read('?kind=rights_changed')).total).toBe(1);
  expect((await read('?day=2026-06-11&kind=login')).total).toBe(2);
  expect((await read('?day=2026-06-11&outcome=failure')).total).toBe(1);
  // who did it, or whose account it is about
  expect((await read(`?user=${office.users.root}`)).total).toBe(1);
  expect((await read(`?user=${office.users.idle}`)).total).toBe(1);
  expect((await read(`?user=${office.users.agent}&kind=rights_changed`)).total).toBe(0);
  for (const wrong of ['?day=2026-02-31', '?day=hier', '?kind=rien', '?user=0', '?page=0']) {
    expect((await admin.get(`/api/iam/security-events${wrong}`)).statusCode, wrong).toBe(400);
  }
});

test('pages have a hundred lines, newest first', async () => {
  const { agent2 } = office.users;
  await Promise.all(
    Array.from({ length: 103 }, (_, i) =>
      writeSecurityEvent(database.db, {
        kind: 'logout',
        at: new Date(2026, 4, 1, 0, i),
        from: { ...FROM_COMMAND_LINE, userId: agent2 },
      }),
    ),
  );
  const first = await read('?kind=logout');
  const second = await read('?kind=logout&page=2');
  expect([first.total, first.lines.length, second.lines.length]).toEqual([103, 100, 3]);
  const ids = [...first.lines, ...second.lines].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
});

test('recent refusals are on the page already', async () => {
  const agent = await enter(server.app, 'agent');
  expect((await agent.get('/api/iam/security-events')).statusCode).toBe(403);
  const { lines } = await read('?kind=forbidden');
  expect(lines[0]).toMatchObject({ user: { mail: mailOf('agent') }, outcome: 'refused' });
});

test('a CSV export has the same filters, no formula and no address of a stranger', async () => {
  await database.db
    .updateTable('users')
    .set({ mail: '=1+1@parite.example' })
    .where('id', '=', office.users.idle)
    .execute();
  const answer = await admin.get('/api/iam/security-events/export?day=2026-06-11');
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toContain('attachment');
  expect(answer.headers['cache-control']).toContain('no-store');
  const [head, rights, failure, login, end] = answer.body.split('\r\n');
  expect(head).toContain('date (UTC),événement,résultat,nombre');
  expect(rights).toContain("Droits changés,Réussi,1,root@parite.example,'=1+1@parite.example,");
  expect(rights).toContain('Droits donnés\u00a0: audit.list.all');
  expect(failure).toContain('Connexion,Échec,7,,,');
  expect(failure).toContain('Adresse inconnue');
  expect(login).toContain(mailOf('agent'));
  expect(end).toBe('');
  expect(answer.body).not.toMatch(/exemple\.fr|203\.0/);
  const agent = await enter(server.app, 'agent');
  expect((await agent.get('/api/iam/security-events/export')).statusCode).toBe(403);
  const { lines } = await read('?kind=journal_exported');
  expect(lines).toMatchObject([
    { user: { mail: mailOf('admin') }, details: [{ name: 'day', value: '2026-06-11' }] },
  ]);
});

test('an export’s journal line names its filters, and nothing else of its query', async () => {
  const answer = await admin.get('/api/iam/security-events/export?day=2026-06-12&a%00b=x&mot=secret');
  expect(answer.statusCode).toBe(200);
  const { lines } = await read('?kind=journal_exported');
  expect(lines[0]?.details).toEqual([{ name: 'day', value: '2026-06-12' }]);
});

test('a long journal is exported entirely, each line once, newest first', async () => {
  await sql`insert into security_events (at, kind, outcome, user_id)
    select now(), 'logout', 'success', ${office.users.loner} from generate_series(1, 2001)`.execute(
    database.db,
  );
  const { body } = await admin.get(`/api/iam/security-events/export?user=${office.users.loner}`);
  const rows = body.split('\r\n').slice(1, -1);
  expect(rows).toHaveLength(2_001);
  expect(rows.every((row) => row.includes('Déconnexion'))).toBe(true);
});
