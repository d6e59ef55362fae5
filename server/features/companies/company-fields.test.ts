import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#domain/audit/audit.ts';
import type { Company } from '#domain/companies/company.ts';
import { type CompanyDraft, companyDraft, EMPTY_COMPANY } from '#domain/companies/company-draft.ts';
import { feesDraft } from '#domain/companies/fees-draft.ts';
import { companyFieldNames, companyFields, feesFieldNames } from '#domain/companies/fields.ts';
import { bookOf } from '../../book/follow.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { withSample } from '../../testing/sample-values.ts';

type Field = keyof CompanyDraft;

const base = (field: Field): CompanyDraft => ({
  ...EMPTY_COMPANY,
  name: `Bureau ${field}`,
  site: `https://${field.replaceAll('_', '-')}.example`,
});
const sampleOf = (field: Field) => withSample(companyDraft, base(field), field);
const NO_FEES = { fees: '', charges_fees: false };
const feesOf = (field: 'fees' | 'charges_fees') =>
  withSample(feesDraft, NO_FEES, field, { charges_fees: { fees: '4 € par opération', charges_fees: true } });

let office: OpenOffice;
let admin: Browser;
let journal: AuditEntry[];
const ids = new Map<string, number>();

beforeAll(async () => {
  office = await openOffice();
  admin = await enter(office.app, 'admin');
  for (const field of companyFieldNames) {
    const { id } = await send('/api/companies/add', base(field), field);
    await send('/api/companies/edit', { id, ...sampleOf(field) }, field);
    ids.set(field, id);
  }
  for (const field of feesFieldNames) {
    const { id } = await send('/api/companies/add', { ...base('name'), ...other(field) }, field);
    await send('/api/companies/fees', { id, ...feesOf(field) }, field);
    ids.set(field, id);
  }
  journal = (await admin.get('/api/audit?limit=500')).json();
});
afterAll(() => office.close());

const other = (field: string) => ({
  name: `Frais ${field}`,
  site: `https://${field.replaceAll('_', '-')}.frais.example`,
});

async function send(url: string, body: object, field: string): Promise<Company> {
  const answer = await admin.post(url, body);
  expect(answer.statusCode, `${field}: ${answer.body}`).toBeLessThan(300);
  return answer.json();
}

const find = async (field: string): Promise<Company> =>
  (await admin.get(`/api/companies/${ids.get(field)}`)).json();
const changeOf = (action: string, field: string) =>
  journal
    .find((entry) => entry.action === action && entry.company?.id === ids.get(field))
    ?.changes.find((change) => change.field === field);

test.each(companyFieldNames)('%s of a company: saved, read back, listed, journaled', async (field) => {
  const [before, after] = [base(field)[field], sampleOf(field)[field]];
  expect(after, 'the sample differs').not.toEqual(before);
  expect((await find(field))[field], 'read back').toEqual(after);
  const listed: Company[] = (await admin.get(`/api/companies?sort=-id`)).json();
  expect(listed.find(({ id }) => id === ids.get(field))?.[field], 'listed').toEqual(after);
  expect(changeOf('company.edited', field), 'edited').toEqual({ field, before, after });
  expect(changeOf('company.added', field), 'added').toEqual({ field, before: null, after: before });
});

test.each(feesFieldNames)('%s of the fees: saved, read back, journaled', async (field) => {
  const [before, after] = [NO_FEES[field], feesOf(field)[field]];
  expect(after, 'the sample differs').not.toEqual(before);
  expect((await find(field))[field], 'read back').toEqual(after);
  expect(changeOf('company.fees', field), 'changed').toEqual({ field, before, after });
});

test.each(companyFieldNames)('%s of a company: in the rate book where the table says so', async (field) => {
  const { book } = companyFields[field];
  const inBook = () => bookOf(office.book).companyBySite(sampleOf(field).site);
  await expect.poll(() => inBook()?.name).toBe(sampleOf(field).name);
  if (book) expect(inBook()).toHaveProperty(book, sampleOf(field)[field]);
});
