import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCompanyDraft } from '#domain/testing/companies.ts';
import { aUserDraft } from '#domain/testing/users.ts';
import { type Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// An address that reads as somebody's, and is another one: marks that nobody sees, in every field that takes one.

let office: OpenOffice;
let root: Browser;

beforeAll(async () => {
  office = await openOffice();
  root = await enter(office.app, 'root');
});
afterAll(() => office.close());

const onSite = (url: string, payload: object) =>
  office.app.inject({ method: 'POST', url, headers: { host: 'localhost' }, payload });

test.each([
  ['a null', '\u0000'],
  ['a line feed', '\n'],
  ['a soft hyphen', '\u00ad'],
  ['a space without a width', '\u200b'],
  ['a joiner', '\u200d'],
  ['a turn to the left', '\u202e'],
  ['an isolate', '\u2066'],
  ['a letter that is a blank', '\u3164'],
  ['a tag', '\u{e0041}'],
])('%s is refused, and nothing is kept', async (_what, mark) => {
  const mail = `ma${mark}rie@exemple.fr`;
  const person = aUserDraft({ name: 'Marie', surname: 'Dupont' });
  const bureau = aCompanyDraft({ name: 'Du Pont', site: 'https://du-pont.example' });
  const answers = [
    await onSite('/api/public/save/email', { email: mail, type: 'newsletter' }),
    await onSite('/api/public/leads', { email: mail, site: 'https://bureau-0.example' }),
    await root.post('/api/iam/users/invite', { mail, ...person }),
    await root.post('/api/companies/add', { ...bureau, email: mail }),
  ];
  for (const { statusCode, body } of answers) expect(statusCode, body).toBe(400);
  for (const table of ['subscriptions', 'leads', 'mails'] as const) {
    expect(await office.db.selectFrom(table).select('id').execute(), table).toEqual([]);
  }
  expect(await office.db.selectFrom('companies').select('id').execute()).toHaveLength(2);
});
