import { afterEach, beforeEach, expect, test } from 'vitest';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { type Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// Quotas of back-office calls, so that one agent's program does not slow the travellers down.

const RATE_LIMIT = 20;
const OF_ACCOUNT = 5 * RATE_LIMIT;
const OF_COMPANY = 15 * RATE_LIMIT;

let office: OpenOffice;
let at: Date;

beforeEach(async () => {
  at = new Date('2026-11-20T09:00:00Z');
  office = await openOffice({ RATE_LIMIT: String(RATE_LIMIT) }, () => at);
});
afterEach(() => office.close());

async function askTimes(who: Browser, times: number): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: times }, () => who.get('/api/me')));
  return answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200);
}

test('an account asks so often a minute, then hears when to come back; others go on', async () => {
  const [agent, agent2] = [await enter(office.app, 'agent'), await enter(office.app, 'agent2')];
  await askTimes(agent, OF_ACCOUNT);
  const refused = await agent.get('/api/me');
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
  expect(refused.json().message).toMatch(/^Trop de demandes viennent de votre compte .* dans \d+ secondes/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await askTimes(agent2, 10)).toEqual([]);
  at = new Date(at.getTime() + 60_000);
  expect(await askTimes(agent, 10)).toEqual([]);
});

test('accounts of a company share its quota, and a refused account takes nothing from it', async () => {
  const sessions = [];
  for (const name of ['agent', 'idle'] as const) sessions.push(await enter(office.app, name));
  const [agent, idle] = sessions as [Browser, Browser];
  expect(await askTimes(agent, OF_COMPANY)).not.toEqual([]);
  expect(await askTimes(idle, 10)).toEqual([]);
});

test('bodies count by their bytes', async () => {
  const agent = await enter(office.app, 'agent');
  const heavy = aBranchDraft({ hours: 'x'.repeat(60_000) });
  const statuses: number[] = [];
  for (let i = 0; i < 14; i += 1) statuses.push((await agent.post('/api/branches/save', heavy)).statusCode);
  // 13 bodies of some 60 kB are under 800 kB
  expect(statuses).toEqual([...Array(13).fill(400), 429]);
});

test('imports are counted apart from other calls', async () => {
  const agent = await enter(office.app, 'agent');
  const send = (name: string) => agent.post('/api/branches/import', { branches: [aBranchDraft({ name })] });
  expect((await send('Gare')).statusCode).toBe(200);
  expect((await send('Place')).statusCode).toBe(429);
  expect((await agent.get('/api/branches')).json()).toHaveLength(1);
});
