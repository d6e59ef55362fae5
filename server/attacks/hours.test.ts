import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { type Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// The library that reads hours backtracks on runs of ; and spaces, in the process that serves everybody.

let office: OpenOffice;
let agent: Browser;

beforeAll(async () => {
  office = await openOffice();
  agent = await enter(office.app, 'agent');
});
afterAll(() => office.close());

const GOOD = 'Mo 09:00-10:00';

test.each([
  [`;${' '.repeat(60)}${GOOD}`, 200, GOOD],
  [`${' ;'.repeat(100)}${GOOD}`, 200, GOOD],
  [`${GOOD};${' '.repeat(60)};${' '.repeat(60)}Tu off`, 200, `${GOOD}; Tu off`],
  [`${GOOD}${' '.repeat(200)}; Tu off`, 200, `${GOOD}; Tu off`],
  ['; ; ; ; M', 400, null],
  [`${'; '.repeat(40)}M`, 400, null],
  [`${';\t'.repeat(40)}${GOOD}`, 200, GOOD],
  [`${';\n\u00a0'.repeat(40)}"`, 400, null],
  [';'.repeat(500), 200, ''],
  [' '.repeat(500), 200, ''],
  [`${'Mo,'.repeat(160)}M`, 400, null],
])('hours of %j are answered', async (hours, status, stored) => {
  const draft = aBranchDraft({ name: crypto.randomUUID(), postcode: '69003', city: 'Lyon', hours });
  const answer = await agent.post('/api/branches/save', draft);
  expect(answer.statusCode, answer.body).toBe(status);
  if (stored === null) expect(answer.json()).toMatchObject({ code: 'invalid_hours' });
  else expect(answer.json()).toMatchObject({ hours: stored });
});
