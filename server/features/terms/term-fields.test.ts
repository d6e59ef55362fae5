import { afterAll, beforeAll, expect, test } from 'vitest';
import { termFieldNames, termFields } from '#domain/terms/fields.ts';
import type { OwnTerms, ReservationTerms } from '#domain/terms/terms.ts';
import { type TermsForm, termsDraft, termsOf, typedTerms } from '#domain/terms/terms-draft.ts';
import { someTerms } from '#domain/testing/reservations.ts';
import { validateDraft } from '#domain/validation/draft.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';

type Field = keyof TermsForm & string;

const MODE = { is_offered: true, delay_minutes: 60, minimum: 100, fee: 4 };
const TERMS = someTerms({
  modes: { counter: MODE, airport: MODE, hotel: MODE },
  accepts_up_to: 300,
  notes: ['choice'],
  denominations: [{ currency: 'USD', values: [10, 20] }],
  largest_share: 40,
  buy_back: { share: 60, days: 20, percent_off: 1.5 },
});

/** Another value of a field: no, where it was yes, or a figure within the bounds of each. */
function changed(field: Field): TermsForm {
  const typed = typedTerms(TERMS);
  if (field === 'denominations') return { ...typed, denominations: 'GBP 5 10' };
  const value = typeof typed[field] === 'boolean' ? !typed[field] : '33';
  return { ...typed, [field]: field === 'maximum' ? '4000' : value };
}

let office: OpenOffice;
let agent: Browser;

beforeAll(async () => {
  office = await openOffice();
  const { db, users } = office;
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  agent = await enter(office.app, 'agent');
});
afterAll(() => office.close());

async function save(terms: ReservationTerms): Promise<OwnTerms> {
  const { updated_at }: OwnTerms = (await agent.get('/api/reservations/terms')).json();
  const answer = await agent.post('/api/reservations/terms', { terms, updated_at });
  expect(answer.statusCode, answer.body).toBe(200);
  return (await agent.get('/api/reservations/terms')).json();
}

test('every field of the form sets one of the terms', () => {
  expect(Object.values(termFields).flat().toSorted()).toEqual(
    Object.keys(termsDraft.schema.properties).toSorted(),
  );
});

const ways = termFieldNames.flatMap((term) => termFields[term].map((field) => [term, field] as const));

test.each(ways)('%s of the terms, typed as %s: saved and read back', async (term, field) => {
  const typed = changed(field);
  expect(validateDraft(termsDraft, typed)).toEqual({});
  expect(typed[field], 'the sample differs').not.toEqual(typedTerms(TERMS)[field]);
  await save(TERMS);
  const { terms } = await save(termsOf(typed, TERMS));
  expect(typedTerms(terms)[field]).toEqual(typed[field]);
  // and no other term
  const others = ([name]: [string, unknown]) => name !== term;
  expect(Object.entries(terms).filter(others)).toEqual(
    expect.arrayContaining(Object.entries(TERMS).filter(others)),
  );
});
