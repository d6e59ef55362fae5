import fc, { type Arbitrary } from 'fast-check';
import { sql } from 'kysely';
import inject, { type Response } from 'light-my-request';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { EMPTY_BRANCH } from '#domain/branches/branch-draft.ts';
import { isAnyAllowed } from '#domain/iam/scopes.ts';
import { DEFAULT_TERMS } from '#domain/terms/terms.ts';
import type { Db } from '../db/open.ts';
import { newsletterToken } from '../features/audience/newsletter-tokens.ts';
import { type ChallengeSubject, makeChallenge } from '../features/factors/challenges.ts';
import { offerTotp } from '../features/factors/totp.ts';
import { tokenOf } from '../features/passwords/password-links.ts';
import { agentScopes } from '../seed/scopes.ts';
import { flawOf } from '../testing/answers.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { anyJson, NASTY_TEXTS, nearlyOf, validOf } from '../testing/arbitraries.ts';
import { Authenticator } from '../testing/authenticator.ts';
import { admitBureau, FIXED_AT, WANTED } from '../testing/bookings.ts';
import { watchChanges } from '../testing/changes.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { addPasskey, addTotp, codeOf } from '../testing/factors.ts';
import { addArticle, Browser, enter, furnishOffice, mailOf, PASSWORD } from '../testing/office.ts';
import { mailedDigits, signIn } from '../testing/travellers.ts';

// Every call of domain/api.ts, by its own schema and around it. A call that is added is fuzzed too. The proof
// runs it for longer and from another seed (proof/fuzz.proof.ts).

const RUNS = Number(process.env.FUZZ_RUNS ?? 15);
/** Each of these starts a process for its picture, or hashes ten codes. */
const COSTLY: readonly CallName[] = [
  'POST /api/companies/logo',
  'POST /api/iam/factors/passkey',
  'POST /api/iam/factors/recovery-codes',
  'POST /api/iam/factors/totp',
  'POST /api/profile/photo',
];
const runsOf = (name: CallName) => (COSTLY.includes(name) ? Math.ceil(RUNS / 10) : RUNS);
/** One that seldom gets through is sent more until it has. */
const MOST_PASSES = 60;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const SECRET = 'of-these-tests-and-of-nothing-else-012345';
/** Of a bureau's screen. */
const SCREEN = 'S'.repeat(43);
const XSRF = 'A'.repeat(43);
const HOSTS = { public: 'localhost', backoffice: 'backoffice.localhost' } as const;

/** What a refused call may leave behind: counts of what was tried. */
const COUNTED: Partial<Record<CallName, readonly string[]>> = {
  'POST /api/login': ['login_failures'],
  'POST /api/login/second': ['login_failures', 'security_events'],
  'POST /api/login/passkey': ['login_failures', 'security_events', 'used_challenges'],
  'POST /api/login/again': ['login_failures', 'security_events', 'used_challenges'],
  'POST /api/iam/factors/passkey': ['used_challenges'],
  'POST /api/iam/users/forgotten-password': ['login_failures'],
  'POST /api/profile/password': ['login_failures'],
  'POST /api/profile/photo': ['login_failures'],
  'POST /api/profile/mail': ['login_failures'],
  // a refusal is an answer that its key has, too
  'POST /api/fixings/batch': ['idempotency_keys'],
  'POST /api/reservations/collect': ['login_failures'],
  'POST /api/traveller/code': ['login_failures'],
  'POST /api/traveller/session': ['login_failures', 'traveller_codes'],
};
/** Its link is of one account and one session: server/attacks/changed-mails.test.ts follows it. */
const NEVER_ACCEPTED: readonly CallName[] = ['POST /api/profile/mail/confirm'];

/** A bureau's rule for all of its currencies. */
const FOLLOWED = {
  target: { kind: 'all' },
  follows: true,
  purchase_margin: 3,
  sale_margin: 3,
  rounding: { kind: 'digits', digits: 5 },
  least_change: 0,
  floor: null,
  ceiling: null,
};

/** What a row may have, of which each has some. */
type Row = { body?: TSchema; query?: TSchema; params?: TSchema; upload?: { types: readonly string[] } };
declare module 'vitest' {
  interface TaskMeta {
    /** for the proof */
    fuzzed?: { accepted: number; refused: number };
  }
}

type Input = {
  /** halfway: gave its password, and owes the second factor */
  actor: 'nobody' | 'agent' | 'root' | 'halfway' | 'traveller';
  params: unknown;
  query: unknown;
  body: string | Buffer;
  headers: Record<string, string>;
};

let database: TestDatabase;
let server: TestApp;
let changed: () => Promise<string[]>;
let restore: () => Promise<void>;
const browsers = {} as Record<'agent' | 'root' | 'halfway' | 'traveller', Browser>;
const now = new Date('2026-11-21T08:00:00.123Z');

const one = fc.constantFrom;
const known: Record<string, Arbitrary<unknown>> = {
  code: one('USD', 'GBP', 'MAD'),
  currency: one('USD', 'EUR', 'EUR', 'MAD'),
  currencies: one(['USD'], ['USD', 'MAD']),
  base: one('EUR'),
  amount: one(500, 0.01),
  purchase: one(1.17, null),
  sale: one(1.105, ''),
  updated_at: one(undefined, undefined, null, now.toISOString()),
  batch_id: one(999_999),
  branch: one(undefined, undefined, undefined, 7),
  until: one(undefined, '2026-11-22T07:00:00Z', 'midnight', 'given_back'),
  site: fc.oneof(one('https://bureau-0.example'), fc.stringMatching(/^https:\/\/[a-z]{6,12}\.example\/$/)),
  email: one('voyageur@exemple.fr', ''),
  mail: fc.stringMatching(/^[a-z]{6,12}@parite\.example$/),
  username: one(mailOf('agent'), mailOf('nouveau'), 'personne@parite.example'),
  present: one(PASSWORD),
  password: one(PASSWORD, 'quatre girafes au marché'),
  phone: one('01 99 00 00 00', ''),
  fees: one('4 € par opération', 'Sans frais'),
  name: fc.stringMatching(/^[A-Z][a-z]{5,12}$/),
  company: one('Quais', '1'),
  company_id: one(1, 2, null),
  scopes: one([], ['fixings.list.me']),
  id: one(1, 2, 3, 6, 7, '1', 'currency-USD', 'company-1', 'commission-ou-marge'),
  before: one(1, 10),
  page: one(1, 2),
  branches: fc
    .stringMatching(/^[A-Z][a-z]{5,12}$/)
    .map((name) => [{ ...EMPTY_BRANCH, name, city: 'Lyon', lat: '45,7', lon: '4.8' }]),
  // a whole one: of that many fields one is always wrong
  'POST /api/branches/save{}': fc
    .record({
      name: fc.stringMatching(/^[A-Z][a-z]{5,12}$/),
      hours: one('Mo-Fr 09:00-18:00', ''),
      lat: one('45,7'),
    })
    .map((typed) => ({ ...EMPTY_BRANCH, ...typed, city: 'Lyon', lon: '4.8' })),
};

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const { users } = await furnishOffice(db);
  await addArticle(db);
  known.token = one(...(await tokens(db, users.loner)));
  // one time for all: no use of a session is written down, nothing runs out
  server = await startTestApp(database.url, () => now, { RATE_LIMIT: '999999999', SECRET });
  await Promise.all([server.book.loaded, server.blog.loaded]);
  for (const name of ['agent', 'root'] as const) browsers[name] = await enter(server.app, name);
  await keepFactors(users);
  await keepTraveller(db);
  // what belongs to a bureau is tried by who works for one
  await db.insertInto('user_scopes').values({ user_id: users.agent, scope: 'orders.edit.me' }).execute();
  changed = await watchChanges(db);
  await rememberLogins(db, users.agent);
  restore = async () => {
    await sql`select restore_logins()`.execute(db);
  };
  // what somebody may accept or refuse
  await restore();
}, 120_000);
afterAll(async () => {
  await server.close();
  await database.close();
});

/** Root has what proves who it is; the agent has none yet, and what adds it at hand. */
async function keepFactors({ agent }: { agent: number }): Promise<void> {
  const rootKey = new Authenticator();
  await addPasskey(browsers.root, rootKey);
  await addTotp(browsers.root, now);
  browsers.halfway = new Browser(server.app);
  await browsers.halfway.login('root');
  const challengeOf = (asking: ChallengeSubject) => ({
    challenge: Buffer.from(makeChallenge(SECRET, asking, now)).toString('base64url'),
  });
  const { id: session } = await database.db
    .selectFrom('sessions')
    .where('user_id', '=', agent)
    .select('id')
    .executeTakeFirstOrThrow();
  const added = new Authenticator().make(challengeOf({ purpose: 'add', by: String(session) }));
  const alone = challengeOf({ purpose: 'login', by: XSRF });
  known['passkey{}'] = one<unknown>(added, rootKey.answer(alone, { counter: 1_000 }));
  const offer = offerTotp(SECRET, { userId: agent, mail: mailOf('agent'), at: now });
  known.sealed = one(offer.sealed);
  known.code = one('USD', 'GBP', 'MAD', codeOf(offer.secret, now));
}

/** A traveller who is signed in, and has been mailed another code; one bureau takes reservations. */
async function keepTraveller(db: Db): Promise<void> {
  await admitBureau(db, 1);
  const email = 'voyageur@exemple.fr';
  browsers.traveller = await signIn(server.app, db, email, SECRET);
  await browsers.traveller.post('/api/traveller/code', { email });
  // as many guesses as there will be
  await db.updateTable('traveller_codes').set({ guesses: -1_000_000 }).execute();
  await reserveSome(db);
  const pickup_at = '2026-11-21T12:00:00.000Z';
  const moved = { id: 1, pickup_at, updated_at: now.toISOString() };
  known['POST /api/reservations/terms{}'] = one({ terms: DEFAULT_TERMS, updated_at: FIXED_AT.toISOString() });
  const stock = { branch: null, currency: 'USD', ready: 20_000 };
  known['POST /api/reservations/stocks{}'] = one({ ...stock, day: null }, { ...stock, day: '2026-11-22' });
  known['POST /api/traveller/reservations{}'] = one(
    { ...WANTED, branch: 1 },
    { ...WANTED, branch: 1, pickup_at },
  );
  known['POST /api/traveller/reservations/move{}'] = one(moved);
  known['POST /api/reservations/move{}'] = one(moved, { ...moved, id: 2 });
  known['POST /api/reservations/collect{}'] = one({ code: 'ACDEF3' });
  known['POST /api/clients/note{}'] = one({ company_id: 1, id: 1, note: 'Préfère les petites coupures' });
  for (const name of ['from', 'to']) known[name] = one('2026-11-21T00:00:00Z', '2026-11-30T23:59:60Z');
  known.pickup_at = one(pickup_at, '2026-11-30T23:59:60Z');
  known.state = one('open', 'accepted');
  known['POST /api/traveller/session{}'] = one({ email, code: await mailedDigits(db, email, SECRET) });
}

/**
 * Two of the traveller's, one asked and one ready, and three of nobody's; two of them nobody came for. The order of states is put back at will here.
 */
async function reserveSome(db: Db): Promise<void> {
  await sql`alter table reservations disable trigger reservations_in_order`.execute(db);
  await sql`alter table slips disable trigger user`.execute(db);
  await sql`
    with day as (
      insert into stocks (company_id, currency_code, day, ready) values (1, 'USD', '2026-11-21', 1000000) returning id
    )
    insert into reservations (id, code, company_id, traveller_id, request_key, request_hash, side, base, currency_code,
      rate, fixed_at, offered, received, fee, handed_over, stock_id, mode, payment, pickup_at, held_until, due_at,
      requested_at, updated_at) overriding system value
    select one, 'ACDEF' || one, 1, case when one in (1, 3) then 1 end, 'key-' || one, sha256('a'), 'sale', 'EUR', 'USD',
      1.105, ${FIXED_AT}, 90.5, 100, 0, 100, day.id, 'counter', 'cash',
      case when one in (3, 7) then '2026-11-21T07:00Z' else '2026-11-21T10:00Z' end::timestamptz, '2026-11-23T08:00Z',
      '2026-11-21T10:00Z', ${now}::timestamptz, ${now}::timestamptz
    from day, unnest(array[1, 2, 3, 6, 7]) as one`.execute(db);
  await sql`select setval(pg_get_serial_sequence('reservations', 'id'), 1000)`.execute(db);
}

/** One of each kind of link. */
async function tokens(db: Db, userId: number): Promise<string[]> {
  const subscription = await db
    .insertInto('subscriptions')
    .values({ email: 'a@exemple.fr', type: 'newsletter', at: now, consent_text: 'oui' })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow();
  const link = await db
    .insertInto('password_links')
    .values({ user_id: userId, created_at: now })
    .returning(['id', 'user_id as userId', 'created_at as createdAt'])
    .executeTakeFirstOrThrow();
  return [
    tokenOf(SECRET, link),
    newsletterToken(SECRET, 'confirm', subscription),
    newsletterToken(SECRET, 'unsubscribe', subscription),
  ];
}

/** So that what a call did stops no later one: the two stay logged in, with their rights, bureau and links. */
async function rememberLogins(db: Db, agentId: number): Promise<void> {
  await sql`create schema kept`.execute(db);
  await sql`create table kept.sessions as select * from sessions`.execute(db);
  await sql`create table kept.users as select id, password_hash from users`.execute(db);
  await sql`create table kept.user_scopes as select * from user_scopes`.execute(db);
  for (const table of [
    ...['travellers', 'traveller_sessions', 'traveller_codes'],
    ...['passkeys', 'totp_secrets', 'recovery_codes', 'pending_logins'],
  ]) {
    await sql`create table ${sql.table(`kept.${table}`)} as select * from ${sql.table(table)}`.execute(db);
  }
  await sql`create function restore_logins() returns void language sql as $$
    update users set suspended_at = null where suspended_at is not null;
    update users set password_hash = was.password_hash from kept.users as was
      where users.id = was.id and users.password_hash is distinct from was.password_hash;
    update users set company_id = 1 where id = ${sql.lit(agentId)} and company_id is distinct from 1;
    insert into user_scopes select * from kept.user_scopes on conflict do nothing;
    update companies set requires_second_factor = false where requires_second_factor;
    insert into boards (company_id, secret_hash, screen_made_at)
      values (1, sha256(${sql.lit(SCREEN)}::bytea), ${sql.lit(now.toISOString())}::timestamptz)
      on conflict (company_id, branch) do update set secret_hash = excluded.secret_hash,
        screen_made_at = excluded.screen_made_at, address = '', left_out = '{}';
    update companies set charges_fees = false, fees = '' where charges_fees or fees <> '';
    delete from passkeys;
    delete from totp_secrets;
    delete from recovery_codes;
    delete from used_challenges;
    insert into passkeys overriding system value select * from kept.passkeys;
    insert into totp_secrets select * from kept.totp_secrets;
    insert into recovery_codes select * from kept.recovery_codes;
    insert into pending_logins select * from kept.pending_logins on conflict do nothing;
    insert into sessions overriding system value select * from kept.sessions on conflict do nothing;
    delete from travellers;
    update reservation_terms set updated_at = ${sql.lit(FIXED_AT.toISOString())}::timestamptz,
      admitted_at = coalesce(admitted_at, updated_at), terms = ${sql.lit(JSON.stringify(DEFAULT_TERMS))};
    update stocks set ready = 1000000, promised = 500000 where day is not null;
    insert into fixings (company_id, currency_code, purchase, sale, updated_at)
      values (1, 'USD', 1.17, 1.105, ${sql.lit(FIXED_AT.toISOString())}::timestamptz)
      on conflict (company_id, currency_code) do update set purchase = 1.17, sale = 1.105, held_at = null,
        updated_at = excluded.updated_at, is_sale_suspended = false;
    insert into travellers overriding system value select * from kept.travellers on conflict do nothing;
    insert into traveller_sessions select * from kept.traveller_sessions on conflict do nothing;
    delete from slips;
    update reservations set state = case when id in (1, 6) then 'requested' when id in (2, 7) then 'accepted'
        when id = 3 then 'ready' else 'declined' end,
      ended_at = case when id in (1, 2, 3, 6, 7) then null else now() end,
      traveller_id = case when id in (1, 3) then 1 end, updated_at = ${sql.lit(now.toISOString())}::timestamptz;
    insert into traveller_codes overriding system value select * from kept.traveller_codes on conflict do nothing;
    delete from user_photos;
    update users set img = '' where img <> '';
    delete from login_failures;
    update password_links set used_at = null where used_at is not null;
    insert into fixings (company_id, currency_code, sale, updated_at, held_at)
      select 1, code, 9.99, ${sql.lit(now.toISOString())}::timestamptz, now() from unnest(array['GBP', 'MAD']) as code
      on conflict (company_id, currency_code) do update
        set held_at = now(), held_by = '{}', updated_at = excluded.updated_at;
    insert into margin_sheets (company_id, groups, rules, updated_at)
      values (1, '[]', ${sql.lit(JSON.stringify([FOLLOWED]))}, ${sql.lit(now.toISOString())}::timestamptz)
      on conflict (company_id, branch) do update set rules = excluded.rules, updated_at = excluded.updated_at;
    insert into margin_stops (company_id, currency_code, reason, since)
      select 1, code, 'hand', now() from unnest(array['GBP', 'MAD']) as code
      on conflict (company_id, branch, currency_code) do update set is_over = false, until = null;
    insert into branches (id, company_id, name, kind, city, rates, created_at, updated_at) overriding system value
      select id, 1, 'Agence ' || id, 'street', 'Lyon', case when id = 7 then 'own' else 'company' end, ${sql.lit(now.toISOString())}::timestamptz, ${sql.lit(now.toISOString())}::timestamptz
      from unnest(array[1, 2, 3, 6, 7]) as id
      on conflict (id) do update set closed_at = null, rates = excluded.rates, percent = null,
        updated_at = excluded.updated_at;
    insert into branch_fixings (company_id, branch, currency_code, sale, updated_at, held_at)
      select 1, 7, code, 9.99, ${sql.lit(now.toISOString())}::timestamptz, now() from unnest(array['GBP', 'MAD']) as code
      on conflict (branch, currency_code) do update
        set held_at = now(), held_by = '{}', updated_at = excluded.updated_at;
    insert into stocks (company_id, branch, currency_code, ready) values (1, 1, 'USD', 1000000) on conflict do nothing;
    select setval(pg_get_serial_sequence('branches', 'id'), (select greatest(1000, max(id)) from branches));
    insert into batches (id, company_id, at, origin, former) overriding system value
      values (999999, 1, ${sql.lit(now.toISOString())}::timestamptz, 'batch', '[]')
      on conflict (id) do update set taken_back_at = null;
    delete from changed_rows $$`.execute(db);
}

const names = Object.keys(api) as CallName[];

describe.each(names)('%s', (name) => {
  test('never fails, never says more than its sentence, never changes a row that it refuses to change', {
    timeout: 120_000 + RUNS * 500,
  }, async ({ task }) => {
    const counts = { accepted: 0, refused: 0 };
    task.meta.fuzzed = counts;
    const property = fc.asyncProperty(inputOf(name), async (input) => {
      const answer = await send(name, input);
      const sent = `${describeInput(input)} ${JSON.stringify(input.query)}`;
      expect(flawOf(answer, sent), `${answer.statusCode} ${answer.body} to ${sent}`).toBeNull();
      if (answer.statusCode < 400) {
        counts.accepted += 1;
        // most of what is only read leaves nothing to put back
        if ((await changed()).length > 0) await restore();
        return;
      }
      counts.refused += 1;
      const allowed = COUNTED[name] ?? [];
      const tables = await changed();
      expect(tables.filter((table) => !allowed.includes(table))).toEqual([]);
      // what a wrong answer used up, a right one after it needs
      if (tables.length > 0) await restore();
    });
    // a shrunk failure is easier to read than it is to wait for
    const endOnFailure = process.env.FUZZ_SHRINK === undefined;
    // what never gets through tries nothing behind the first check
    const isTried = () => counts.accepted > 0 || NEVER_ACCEPTED.includes(name);
    for (let pass = 0; pass === 0 || (pass < MOST_PASSES && !isTried()); pass++)
      await fc.assert(property, { numRuns: runsOf(name), seed: SEED + pass, endOnFailure });
    expect(isTried()).toBe(true);
  });
});

function inputOf(name: CallName): Arbitrary<Input> {
  const call = api[name] as Row;
  const around = (schema: TSchema | undefined) => {
    const valid = schema ? validOf(schema, known, schema === call.body ? name : '') : fc.constant({});
    return fc.oneof(
      { weight: 5, arbitrary: valid },
      { weight: 4, arbitrary: nearlyOf(valid) },
      { weight: 1, arbitrary: anyJson },
    );
  };
  return fc.record({
    actor: fc.constantFrom(...actorsOf(name)),
    params: around(call.params),
    query: around(call.query),
    body: call.upload ? pictures : jsonTexts(around(call.body)),
    headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
  });
}

/** Mostly who may, so that what is tried is not the permissions again. */
function actorsOf(name: CallName): Input['actor'][] {
  const { needs } = api[name];
  if (name === 'POST /api/traveller/session') return ['traveller', 'traveller', 'nobody'];
  if (name === 'POST /api/login/second') return ['halfway', 'halfway', 'halfway', 'nobody', 'agent'];
  if (needs === 'nothing') return ['nobody'];
  if (needs === 'traveller') return [...Array<'traveller'>(8).fill('traveller'), 'nobody', 'agent'];
  const agentMay = needs === 'session' || isAnyAllowed(needs, agentScopes.join(','));
  return [...Array<'agent' | 'root'>(8).fill(agentMay ? 'agent' : 'root'), 'root', 'agent', 'nobody'];
}

/** As JSON, and as what is nearly JSON. */
function jsonTexts(values: Arbitrary<unknown>): Arbitrary<string> {
  const whole = values.map((value) => JSON.stringify(value) ?? '');
  const broken = fc
    .tuple(whole, fc.nat(), fc.constantFrom('cut', 'twice', 'bom', 'digits', 'deep', 'proto', 'text'))
    .map(([json, at, how]) => {
      if (how === 'cut') return json.slice(0, at % (json.length + 1));
      if (how === 'twice') return json.replace(/^\{(.+)\}$/, '{$1,$1}');
      if (how === 'bom') return `\ufeff${json}`;
      if (how === 'digits') return json.replace(/\d+/, `1.${'1'.repeat(400)}`);
      if (how === 'deep') return json.replace(/:[^,}]*/, `:${'['.repeat(5_000)}${']'.repeat(5_000)}`);
      if (how === 'proto') return json.replace('{', '{"__proto__":{"polluted":1},');
      return NASTY_TEXTS[at % NASTY_TEXTS.length] ?? '';
    });
  return fc.oneof({ weight: 6, arbitrary: whole }, { weight: 1, arbitrary: broken });
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pictures: Arbitrary<string | Buffer> = fc.oneof(
  fc.constant(PNG),
  fc.tuple(fc.nat({ max: PNG.length - 1 }), fc.nat({ max: 255 })).map(([at, byte]) => {
    const copy = Buffer.from(PNG);
    copy[at] = byte;
    return copy;
  }),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  fc.constant('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
);

const headerText = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom(...NASTY_TEXTS.filter((text) => /^[\x20-\x7e]*$/.test(text))),
  fc.constantFrom(
    'application/json',
    'text/plain',
    'image/png',
    'gzip',
    'br',
    '*',
    '0',
    '-1',
    'identity',
    'null',
  ),
);
const headers = fc.dictionary(
  fc.constantFrom(
    ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'cache-control', 'content-encoding'],
    ...['content-type', 'cookie', 'date', 'expect', 'forwarded', 'if-match', 'if-modified-since'],
    ...['if-none-match', 'origin', 'prefer', 'range', 'referer', 'te', 'user', 'user-agent', 'via'],
    ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-http-method-override'],
    ...['x-original-url', 'x-rewrite-url', 'x-xsrf-token', 'content-length', 'sec-fetch-site'],
  ),
  headerText,
  { maxKeys: 4 },
);

let attempts = 0;

async function send(name: CallName, input: Input): Promise<Response> {
  const [method = '', path = ''] = name.split(' ');
  const call = api[name] as Row;
  const browser = input.actor === 'nobody' ? null : browsers[input.actor];
  const cookies = browser?.cookies ?? new Map([['XSRF-TOKEN', XSRF]]);
  // the framework's own inject would leave out what stands before the framework
  return inject((request, response) => void server.app.server.emit('request', request, response), {
    method: method as 'GET' | 'POST',
    url:
      path.replace(/\{(\w+)\}/g, (_all, key) => encode(asRecord(input.params)[key])) + queryOf(input.query),
    headers: {
      host: HOSTS[api[name].host],
      cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      authorization: `Bearer ${SCREEN}`,
      'idempotency-key': `${SEED}-${attempts++}`,
      ...(method === 'POST' && { 'content-type': call.upload?.types[0] ?? 'application/json' }),
      ...input.headers,
    },
    ...(method === 'POST' && { payload: input.body }),
  });
}

function queryOf(query: unknown): string {
  const pairs = Object.entries(asRecord(query)).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${encode(key)}=${encode(one)}`),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Also of texts that are no Unicode, which a browser could not write. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed());
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function describeInput({ actor, params, body, headers: sent }: Input): string {
  return `${actor} ${JSON.stringify(params)} ${body.toString()} ${JSON.stringify(sent)}`;
}
