import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_TERMS } from '#domain/terms/terms.ts';
import { travellerFieldNames } from '#domain/travellers/fields.ts';
import { type Traveller, travellerDraft } from '#domain/travellers/traveller.ts';
import { pick } from '#domain/validation/fields.ts';
import type { Browser } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { withSample } from '../../testing/sample-values.ts';
import { signIn } from '../../testing/travellers.ts';

const EMAIL = 'marie@exemple.fr';
const SECRET = 'of-a-test-and-of-nothing-else-0123456789';

let office: OpenOffice;
let browser: Browser;

beforeAll(async () => {
  office = await openOffice();
  const terms = { company_id: office.companies.Quais ?? 0, terms: JSON.stringify(DEFAULT_TERMS) };
  const now = new Date();
  await office.db
    .insertInto('reservation_terms')
    .values({ ...terms, admitted_at: now, updated_at: now })
    .execute();
  browser = await signIn(office.app, office.db, EMAIL, SECRET);
});
afterAll(() => office.close());

test.each(travellerFieldNames)('%s of a traveller: saved, read back, exported', async (field) => {
  const stored = pick((await browser.get('/api/traveller/me')).json<Traveller>(), travellerFieldNames);
  const edit = withSample(travellerDraft, stored, field);
  expect((await browser.post('/api/traveller/me', edit)).json()[field], 'saved').toEqual(edit[field]);
  expect((await browser.get('/api/traveller/me')).json()[field], 'read back').toEqual(edit[field]);
  const { traveller_accounts } = (await browser.get('/api/traveller/export')).json();
  expect(traveller_accounts[0][field], 'exported').toEqual(edit[field]);
});
