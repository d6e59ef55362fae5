import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#domain/audit/audit.ts';
import type { CompanyBranches } from '#domain/branches/branch.ts';
import { type Branch, type BranchDraft, branchDraft, EMPTY_BRANCH } from '#domain/branches/branch-draft.ts';
import { readBranchTable, writeBranchTable } from '#domain/branches/branch-table.ts';
import { branchFieldNames, branchFields, toBranchRow } from '#domain/branches/fields.ts';
import { planBranchImport } from '#domain/branches/plan-import.ts';
import { aBranchDraft } from '#domain/testing/branches.ts';
import { bookOf } from '../../book/follow.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { withSample } from '../../testing/sample-values.ts';

type Field = keyof BranchDraft;

/** Values of fields that depend on each other, or that a closed list names. */
const TOGETHER: { [F in Field]?: Partial<BranchDraft> } = {
  kind: { kind: 'station' },
  country: { country: 'BE' },
  commune: { commune: '69383' },
  lat: { lat: '45.7606', lon: '4.8593' },
  lon: { lat: '45.7606', lon: '4.8593' },
  payment_means: { payment_means: ['cheque'], takes_cards: false },
  takes_cards: { payment_means: ['cash'], takes_cards: false },
  hours: { hours: 'Mo-Fr 09:00-17:00' },
  closures: { closures: [{ from_day: '2030-12-24', to_day: '2030-12-26', reason: 'Inventaire' }] },
  rates: { rates: 'own' },
  percent: { rates: 'percent', percent: '-8.5' },
};
/** Travellers are shown hours in words. */
const REWORDED: readonly Field[] = ['hours'];

const base = (field: Field): BranchDraft => aBranchDraft({ name: `Agence ${field}` });
const sampleOf = (field: Field) => withSample(branchDraft, base(field), field, TOGETHER);
const sampleRow = (field: Field) => toBranchRow(sampleOf(field));

let office: OpenOffice;
let agent: Browser;
let other: Browser;
let journal: AuditEntry[];
let listed: Branch[];
let imported: Branch[];
const saved = new Map<Field, Branch>();
const read = new Map<Field, Branch>();
const moved = new Map<Field, BranchDraft>();

beforeAll(async () => {
  office = await openOffice();
  agent = await enter(office.app, 'agent');
  other = await enter(office.app, 'agent2');
  for (const field of branchFieldNames) {
    const { id, updated_at }: Branch = await save(base(field), field);
    saved.set(field, await save({ ...sampleOf(field), id, updated_at }, field));
    read.set(field, (await agent.get(`/api/branches/${id}`)).json());
    moved.set(field, await throughTable(saved.get(field) as Branch));
  }
  listed = (await agent.get('/api/branches')).json();
  const sent = await other.post('/api/branches/import', { branches: [...moved.values()] });
  expect(sent.statusCode, sent.body).toBe(200);
  imported = (await other.get('/api/branches')).json();
  journal = (await (await enter(office.app, 'admin')).get('/api/audit?limit=500')).json();
});
afterAll(() => office.close());

async function save(body: object, field: Field): Promise<Branch> {
  const answer = await agent.post('/api/branches/save', body);
  expect(answer.statusCode, `${field}: ${answer.body}`).toBe(200);
  return answer.json();
}

/** A branch as the exported file says it to whoever has none of this name. */
async function throughTable(branch: BranchDraft): Promise<BranchDraft> {
  const { data } = Papa.parse<string[]>(writeBranchTable([branch]).slice(1), { skipEmptyLines: true });
  const rows = readBranchTable(data);
  if (typeof rows === 'string') throw new Error(rows);
  const [line] = planBranchImport(rows, []);
  if (line?.outcome !== 'new') throw new Error(JSON.stringify(line));
  return line.draft;
}

const changeOf = (action: string, field: Field) =>
  journal
    .filter((entry) => entry.action === action)
    .find(({ changes }) =>
      changes.some((change) => change.field === 'name' && change.after === sampleOf(field).name),
    )
    ?.changes.find((change) => change.field === field);

test.each(branchFieldNames)('%s: saved, read back, exported and imported unchanged', (field) => {
  const typed = sampleOf(field)[field];
  expect(typed, 'the sample differs from a new branch').not.toEqual(EMPTY_BRANCH[field]);
  expect(saved.get(field)?.[field], 'saved').toEqual(typed);
  expect(read.get(field)?.[field], 'read back').toEqual(typed);
  expect(listed.find(({ id }) => id === saved.get(field)?.id)?.[field], 'listed').toEqual(typed);
  // a French spreadsheet has decimal commas
  expect(toBranchRow(moved.get(field) as BranchDraft)[field], 'exported').toEqual(sampleRow(field)[field]);
  expect(imported.find(({ name }) => name === sampleOf(field).name)?.[field], 'imported').toEqual(typed);
});

test.each(branchFieldNames)('%s: journaled with its former and its new value', (field) => {
  const before = toBranchRow(base(field))[field];
  const after = sampleRow(field)[field];
  expect(changeOf('branch.edited', field), 'edited').toEqual({ field, before, after });
  expect(changeOf('branch.added', field), 'added').toMatchObject({ field, before: null });
});

test.each(branchFieldNames)('%s: public where the table says so', async (field) => {
  await expect.poll(async () => (await shown()).length).toBe(branchFieldNames.length);
  const branch = (await shown()).find(({ id }) => id === saved.get(field)?.id);
  if (!branchFields[field].isPublic) return expect(branch).not.toHaveProperty(field);
  if (REWORDED.includes(field)) return expect(branch).toHaveProperty(field);
  expect(branch).toHaveProperty(field, sampleRow(field)[field]);
});

test.each(branchFieldNames)('%s: in the rate book where the table says so', async (field) => {
  const inBook = () =>
    bookOf(office.book)
      .companyBySite('https://bureau-0.example')
      ?.branches.find(({ id }) => id === saved.get(field)?.id);
  await expect.poll(() => inBook()?.name).toBe(sampleOf(field).name);
  const { book } = branchFields[field];
  if (book && book !== 'computed') expect(inBook()).toHaveProperty(book, sampleRow(field)[field]);
});

async function shown(): Promise<CompanyBranches['branches']> {
  const url = `/api/public/branches?company=${encodeURIComponent('https://bureau-0.example')}`;
  return (await office.app.inject({ url, headers: { host: 'localhost' } })).json<CompanyBranches>().branches;
}
