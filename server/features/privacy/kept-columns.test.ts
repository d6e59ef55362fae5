import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { branchFields } from '#domain/branches/fields.ts';
import { companyFields, feesFields } from '#domain/companies/fields.ts';
import { travellerFields } from '#domain/travellers/fields.ts';
import { userFields } from '#domain/users/fields.ts';
import { mapFields, type Privacy } from '#domain/validation/fields.ts';
import type { Schema } from '../../db/schema.ts';
import { TEST_CODES } from '../../testing/bookings.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type KeptPerson, keepPerson } from '../../testing/person.ts';
import { failureKeys } from '../accounts/attempts.ts';
import { hashAccount } from '../security-events/origin.ts';
import { exportPerson } from './export-person.queries.ts';

// Every column of the database: either a person who asks is given it, or it says here why not. Whoever adds a table
// or a column answers that question here, in the export (export-person.queries.ts), and in the erasure beside it.

const GIVEN = { isGiven: true } as const;
const because = (reason: string) => ({ isGiven: false, reason }) as const;
const NUMBER = because('a number that refers to a row: what it refers to is given');
const NOBODY = because('tells of nobody');
const BUREAU = because('of a company, shown to everybody');
const SECRET_OF = because('a secret: of no use to its owner, and of use to whoever finds the file');
const FORM = because('what is given, in the letters that a search compares; it changes with it');
const DISPATCH = because('how the sending goes on, no more than what is given');

type Answer = typeof GIVEN | ReturnType<typeof because>;
/** Answers of a noun's fields, as their table says. */
const answersOf = <F extends string>(fields: Readonly<Record<F, { privacy: Privacy }>>) =>
  mapFields(fields, ({ privacy }): Answer => BY_PRIVACY[privacy]);
const BY_PRIVACY: Record<Privacy, Answer> = { person: GIVEN, company: BUREAU, reference: NUMBER };
const SLIP: Record<string, Answer> = {
  ...all(
    ['company_id', 'number', 'reservation_id', 'at', 'rate', 'offered', 'received'],
    because(
      'the number that a bureau gave an exchange; whose it was is written on paper alone, and what changed hands is given with it',
    ),
  ),
  ...all(['name', 'address', 'authorisation'], BUREAU),
};
const { closures, ...BRANCH_COLUMNS } = answersOf(branchFields);
const { scopes, ...USER_COLUMNS } = answersOf(userFields);

/** Answers by table; '*': all columns of a table without texts. */
const ANSWERS: Record<string, Record<string, Answer>> = {
  companies: {
    ...all(['id', 'logo', 'created_at', 'suspended_at', 'requires_second_factor', 'seeded'], BUREAU),
    ...answersOf(companyFields),
    ...answersOf(feesFields),
    search: FORM,
  },
  users: {
    ...all(['id', 'img', 'role', 'status', 'created_at', 'suspended_at'], GIVEN),
    ...USER_COLUMNS,
    ...all(['search', 'search_mail'], FORM),
    password_hash: SECRET_OF,
    erased_at: because('a row that has it is nobody’s any more'),
    seeded: NOBODY,
  },
  user_scopes: { user_id: NUMBER, scope: scopes },
  sessions: {
    ...all(['id', 'user_id'], NUMBER),
    token_hash: SECRET_OF,
    ...all(['created_at', 'last_used_at', 'device', 'network', 'verified_at'], GIVEN),
  },
  pending_logins: { user_id: NUMBER, token_hash: SECRET_OF, created_at: GIVEN },
  passkeys: {
    ...all(['id', 'user_id'], NUMBER),
    ...all(['credential_id', 'public_key', 'counter', 'transports'], because('what a key is known by')),
    ...all(['name', 'created_at', 'last_used_at'], GIVEN),
  },
  totp_secrets: {
    user_id: NUMBER,
    sealed: SECRET_OF,
    last_step: because('the time of a code that was used: it is given'),
    ...all(['created_at', 'last_used_at'], GIVEN),
  },
  removed_factors: {
    ...all(['id', 'user_id'], NUMBER),
    factor: SECRET_OF,
    ...all(['kind', 'removed_at'], GIVEN),
  },
  recovery_codes: {
    user_id: NUMBER,
    ...all(['selector', 'code_hash'], SECRET_OF),
    ...all(['created_at', 'used_at'], GIVEN),
  },
  user_photos: {
    user_id: NUMBER,
    png: because('it is given in Base64: the test below'),
    ...all(['img', 'created_at'], GIVEN),
  },
  mail_changes: { ...all(['id', 'user_id'], NUMBER), ...all(['mail', 'created_at'], GIVEN) },
  used_challenges: { '*': NOBODY },
  password_links: { ...all(['id', 'user_id'], NUMBER), ...all(['created_at', 'used_at'], GIVEN) },
  login_failures: {
    key: because('an HMAC of the address: what it counts is given'),
    ...all(['count', 'since'], GIVEN),
  },
  fixing_logs: {
    ...all(['id', 'company_id', 'user_id'], NUMBER),
    ...all(
      ['at', 'base', 'currency_code', 'rate', 'purchase', 'sale', 'is_confirmation', 'is_held', 'is_refusal'],
      GIVEN,
    ),
    ...all(['origin', 'rule'], GIVEN),
    ...all(['branch', 'batch_id'], NUMBER),
  },
  audit_entries: {
    ...all(['id', 'user_id', 'company_id'], NUMBER),
    ...all(['at', 'action', 'subject_user_id', 'changes'], GIVEN),
  },
  security_events: {
    ...all(['id', 'user_id', 'session_id'], NUMBER),
    ...all(['at', 'kind', 'outcome', 'subject_user_id', 'device', 'details', 'count'], GIVEN),
    account: because('an HMAC of the address: what happened under it is given'),
    network: because('an HMAC of a network, which nobody can read back'),
    bound: because('a hash of the line, by which its repetitions are counted'),
  },
  leads: {
    ...all(['id', 'company_id'], NUMBER),
    ...all(['at', 'email', 'consent_at', 'consent_text'], GIVEN),
  },
  subscriptions: { id: NUMBER, ...all(['at', 'email', 'type', 'consent_text', 'confirmed_at'], GIVEN) },
  mails: {
    ...all(['id', 'params'], NUMBER),
    ...all(['kind', 'recipient', 'created_at', 'due_at', 'attempts', 'handed_over_at'], GIVEN),
    ...all(['finished_at', 'outcome', 'last_error'], GIVEN),
    ...all(['claimed_until', 'first_due_at'], DISPATCH),
  },
  travellers: {
    ...all(['email', 'created_at', 'seen_at'], GIVEN),
    ...answersOf(travellerFields),
    ...all(['mailbox', 'phone_digits', 'phone_at'], FORM),
    id: NUMBER,
  },
  traveller_sessions: {
    traveller_id: NUMBER,
    token_hash: SECRET_OF,
    ...all(['created_at', 'last_used_at'], GIVEN),
  },
  traveller_codes: {
    id: NUMBER,
    ...all(['email', 'created_at'], GIVEN),
    ticket_hash: SECRET_OF,
    session_hash: SECRET_OF,
    ...all(['guesses', 'used_at'], NOBODY),
  },
  reservation_terms: all(['company_id', 'admitted_at', 'terms', 'updated_at'], BUREAU),
  stocks: { '*': BUREAU },
  reservations: {
    ...all(['id', 'company_id', 'branch', 'traveller_id', 'stock_id', 'reference'], NUMBER),
    code_sealed: because('it is given as the code'),
    ...all(['code_hash', 'code_key'], FORM),
    ...all(['closure_told_for', 'suspension_told_for'], DISPATCH),
    network: because('a keyed sum of what many share, forgotten as it ends'),
    ...all(['request_key', 'request_hash'], because('what tells a repetition, and nothing of what was sent')),
    ...all(['code', 'state', 'side', 'base', 'currency_code', 'rate', 'fixed_at'], GIVEN),
    ...all(['offered', 'received', 'fee', 'handed_over', 'mode', 'payment', 'notes'], GIVEN),
    ...all(['denominations', 'promise', 'year', 'number'], GIVEN),
    ...all(['pickup_at', 'held_until', 'due_at', 'requested_at', 'updated_at', 'ended_at'], GIVEN),
  },
  reservation_events: {
    ...all(['id', 'reservation_id', 'branch_was'], NUMBER),
    user_id: because('of who works for the bureau'),
    ...all(['at', 'kind', 'actor', 'reason', 'pickup_was', 'rate_was', 'rate'], GIVEN),
  },
  client_notes: { ...all(['company_id', 'traveller_id'], NUMBER), ...all(['note', 'updated_at'], GIVEN) },
  slip_numbers: { '*': BUREAU },
  reservation_numbers: { '*': BUREAU },
  slips: SLIP,
  // a view
  valid_slips: SLIP,
  struck_slips: all(
    ['company_id', 'number', 'at', 'reason'],
    because('that a bureau took the number of a bordereau back; whose it was is written on paper alone'),
  ),
  redemption_numbers: { '*': BUREAU },
  redemptions: {
    ...all(['company_id', 'reservation_id', 'slip'], NUMBER),
    user_id: because('of who works for the bureau'),
    ...all(['number', 'at', 'rate', 'percent_off', 'amount', 'paid'], GIVEN),
    ...all(['name', 'address', 'authorisation', 'branch'], BUREAU),
  },
  erasures: all(
    ['kind', 'row_id', 'row_at', 'at'],
    because('which rows were erased, and not whose they were'),
  ),
  retention_clock: { '*': NOBODY },
  currencies: all(['code', 'label', 'position'], NOBODY),
  mid_rates: all(['currency_code', 'at', 'rate', 'source', 'published_on'], NOBODY),
  offer_days: { '*': NOBODY },
  daily_offers: all(
    [
      ...[
        'currency_code',
        'area',
        'day',
        'best_sale',
        'median_sale',
        'sales',
        'best_purchase',
        'median_purchase',
      ],
      ...['purchases', 'is_demonstration'],
    ],
    NOBODY,
  ),
  rates_feed: {
    ...all(['is_only', 'checked_at', 'succeeded_at', 'day', 'accepted'], NOBODY),
    ...all(['source', 'error', 'refusals'], because('words of a feed of rates and of this program')),
  },
  rate_jumps: { '*': NOBODY },
  scopes: all(['scope', 'label'], NOBODY),
  fixings: { '*': because('what a bureau applies now; who fixed it stands in fixing_logs') },
  branch_fixings: { '*': because('the same of a branch') },
  batches: all(
    ['id', 'company_id', 'branch', 'user_id', 'at', 'origin', 'former', 'taken_back_at'],
    because('who published what together stands in fixing_logs, line by line'),
  ),
  idempotency_keys: all(
    ['company_id', 'user_id', 'key', 'body_hash', 'status', 'answer', 'at'],
    because('what was answered to a call of the last day, which stands in fixing_logs'),
  ),
  outcomes: all(
    ['key_hash', 'request_hash', 'at', 'status', 'answer'],
    because('a sealed answer of the last hour, whose key the browser alone has'),
  ),
  sheets: all(['company_id', 'branch', 'quote_unit', 'made_at'], BUREAU),
  table_forms: all(['company_id', 'unit', 'decimals', 'purchase', 'sale', 'quantity', 'taken_at'], BUREAU),
  margin_sheets: all(
    ['company_id', 'branch', 'groups', 'rules', 'updated_at', 'updated_by'],
    because('the rules of a bureau; what they made stands in fixing_logs, with who saved them'),
  ),
  margin_stops: {
    ...all(['company_id', 'branch', 'currency_code', 'reason', 'since', 'until'], BUREAU),
    ...all(['mid_at', 'mid_rate', 'is_over'], BUREAU),
  },
  sheet_currencies: { '*': BUREAU },
  branches: {
    ...all(['id', 'company_id', 'time_zone', 'holidays_region'], BUREAU),
    ...all(['closed_at', 'created_at', 'updated_at'], BUREAU),
    ...BRANCH_COLUMNS,
  },
  branch_closures: all(['id', 'branch_id', 'from_day', 'from_time', 'to_day', 'to_time', 'reason'], closures),
  opening_times: all(
    ['hours', 'holidays_region', 'closed_on_holidays', 'time_zone', 'from_day', 'to_day', 'stretches'],
    NOBODY,
  ),
  boards: all(['company_id', 'branch', 'address', 'left_out', 'secret_hash', 'screen_made_at'], BUREAU),
  changes: all(['version', 'at', 'what', 'transaction'], NOBODY),
  articles: {
    ...all(['id', 'group', 'is_featured', 'topic', 'reading_time', 'title', 'description'], NOBODY),
    ...all(['descriptions', 'image', 'image_alt', 'content', 'publication_date', 'seeded'], NOBODY),
  },
  comparison_counts: { '*': NOBODY },
  shown_counts: { '*': BUREAU },
  company_logos: all(['logo', 'png', 'created_at'], BUREAU),
  backups: { '*': NOBODY },
  base_backups: { '*': NOBODY },
  heartbeat: { '*': NOBODY },
  job_runs: all(['name', 'succeeded_at', 'failures', 'due_at'], NOBODY),
  migrations: all(['name', 'checksum', 'sql', 'applied_at'], NOBODY),
};

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const keys = [...failureKeys(SECRET, 'marie@exemple.fr'), hashAccount(SECRET, 'marie@exemple.fr')];

let database: TestDatabase;
let person: KeptPerson;

beforeAll(async () => {
  database = await createTestDatabase();
  person = await keepPerson(database.db, 'marie@exemple.fr', keys);
  await database.db
    .updateTable('users')
    .set({ suspended_at: new Date('2026-02-03T04:05:06.789Z') })
    .execute();
});
afterAll(() => database.close());

function all(columns: readonly string[], answer: Answer): Record<string, Answer> {
  return Object.fromEntries(columns.map((column) => [column, answer]));
}

async function listColumns(): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' order by 1, 2`.execute(database.db);
  return rows;
}

const answerOf = (table: string, column: string) => ANSWERS[table]?.[column] ?? ANSWERS[table]?.['*'];

test('every column is exported to the person, or has a reason against it', async () => {
  const columns = await listColumns();
  const unanswered = columns.filter(({ table, column }) => answerOf(table, column) === undefined);
  expect(unanswered).toEqual([]);
  // and nothing is answered that is not there
  const known = new Set(columns.flatMap(({ table, column }) => [`${table}.*`, `${table}.${column}`]));
  const answered = Object.entries(ANSWERS).flatMap(([table, ofTable]) =>
    Object.keys(ofTable).map((column) => `${table}.${column}`),
  );
  expect(answered.filter((name) => !known.has(name))).toEqual([]);
});

test('no answer covers all columns of a table with texts', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct table_name as table from information_schema.columns
    where table_schema = 'public' and udt_name in ('text', '_text', 'varchar', 'json', 'jsonb')
      and column_name <> 'currency_code'`.execute(database.db);
  expect(rows.map(({ table }) => table).filter((table) => ANSWERS[table]?.['*'])).toEqual([]);
});

test('every column for the export is in the export', async () => {
  const text = JSON.stringify(await exportPerson(database.db, person.email, keys, TEST_CODES));
  const columns = (await listColumns()).filter(({ table, column }) => answerOf(table, column)?.isGiven);
  const missing: string[] = [];
  for (const { table, column } of columns) {
    // every table of theirs holds rows of this person alone
    const rows = await database.db
      .selectFrom(table as keyof Schema)
      .selectAll()
      .execute();
    const values = rows
      .map((row) => (row as Record<string, unknown>)[column])
      .filter((value) => value !== null);
    expect(values.length, `${table}.${column} has something to look for`).toBeGreaterThan(0);
    for (const value of values) if (!text.includes(JSON.stringify(value))) missing.push(`${table}.${column}`);
  }
  expect(missing).toEqual([]);
});

test('the photo is exported entirely', async () => {
  const { png } = await database.db.selectFrom('user_photos').select('png').executeTakeFirstOrThrow();
  const { accounts } = await exportPerson(database.db, person.email, keys, TEST_CODES);
  const given = accounts[0]?.photo[0]?.png_base64 ?? '';
  expect(Buffer.from(given, 'base64').equals(png)).toBe(true);
});
