import { sql } from 'kysely';
import { DEFAULT_TERMS } from '#domain/terms/terms.ts';
import { readConfig } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { newsletterToken } from '../../features/audience/newsletter-tokens.ts';
import { type ChallengeSubject, makeChallenge } from '../../features/factors/challenges.ts';
import { restoreAddress } from '../../features/factors/removed-factors.ts';
import { offerTotp } from '../../features/factors/totp.ts';
import { tokenOf } from '../../features/passwords/password-links.ts';
import { mailChangeAddress } from '../../features/profile/mail-changes.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { Authenticator } from '../authenticator.ts';
import { admitBureau, FIXED_AT } from '../bookings.ts';
import { createTestDatabase } from '../database.ts';
import { addPasskey, addTotp, codeOf } from '../factors.ts';
import { addArticle, Browser, enter, furnishOffice, mailOf, type Office } from '../office.ts';
import { mailedDigits, signIn } from '../travellers.ts';
import { type Restore, rememberRows } from './restore.ts';

const SECRET = 'of-these-tests-and-of-nothing-else-012345';
/** Secret of a company's screen. */
export const SCREEN = 'S'.repeat(43);
export const XSRF = 'A'.repeat(43);
/** One time for all: no use of a session is written down, nothing expires. */
export const NOW = new Date('2026-11-21T08:00:00.123Z');
export const TRAVELLER = 'voyageur@exemple.fr';

/** Scope of the agent, since data of a company are tried by a user of one. */
export const ADDED_SCOPE = 'orders.edit.me';

/** Browser of an actor. halfway: gave its password, and owes the second factor. */
export type Actor = 'agent' | 'root' | 'halfway' | 'traveller';

/** Values that one session or one row alone accepts. */
export type Secrets = {
  passwordLink: string;
  confirmation: string;
  unsubscription: string;
  mailChange: string;
  removal: string;
  travellerCode: string;
  /** Passkey that the agent may add, and the answer of root's own to a login. */
  addedPasskey: unknown;
  passkeyAnswer: unknown;
  sealedTotp: string;
  totpCode: string;
  recoveryCode: string;
};

export type FuzzWorld = Office & {
  db: Db;
  server: TestApp;
  browsers: Record<Actor, Browser>;
  secrets: Secrets;
  restore: Restore;
  close(): Promise<void>;
};

/** A furnished office in which every call can succeed: rates, reservations, margins, branches, links and factors. */
export async function openFuzzWorld(): Promise<FuzzWorld> {
  const database = await createTestDatabase();
  const { db } = database;
  const office = await furnishOffice(db);
  await addArticle(db);
  const server = await startTestApp(database.url, () => NOW, { RATE_LIMIT: '999999999', SECRET });
  await Promise.all([server.book.loaded, server.blog.loaded]);
  const [agent, root] = [await enter(server.app, 'agent'), await enter(server.app, 'root')];
  const factors = await addFactors(server, db, { root, agentId: office.users.agent });
  const { halfway, ...factorSecrets } = factors;
  await admitBureau(db, 1);
  const traveller = await signIn(server.app, db, TRAVELLER, SECRET);
  await traveller.post('/api/traveller/code', { email: TRAVELLER });
  const travellerCode = await mailedDigits(db, TRAVELLER, SECRET);
  const links = await addLinks(db, office.users);
  await db.insertInto('user_scopes').values({ user_id: office.users.agent, scope: ADDED_SCOPE }).execute();
  await addBranches(db);
  await addReservations(db);
  await addPrices(db);
  const restore = await rememberRows(db);
  return {
    ...office,
    db,
    server,
    browsers: { agent, root, halfway, traveller },
    secrets: { ...factorSecrets, ...links, travellerCode },
    restore,
    async close() {
      await server.close();
      await database.close();
    },
  };
}

/** Root has what proves who it is; the agent has none yet, and what adds it at hand. */
async function addFactors(server: TestApp, db: Db, { root, agentId }: { root: Browser; agentId: number }) {
  const rootKey = new Authenticator();
  const [recoveryCode = ''] = (await addPasskey(root, rootKey)) ?? [];
  await addTotp(root, NOW);
  const halfway = new Browser(server.app);
  await halfway.login('root');
  const challengeOf = (asking: ChallengeSubject) => ({
    challenge: Buffer.from(makeChallenge(SECRET, asking, NOW)).toString('base64url'),
  });
  const { id: session } = await db
    .selectFrom('sessions')
    .where('user_id', '=', agentId)
    .select('id')
    .executeTakeFirstOrThrow();
  const offer = offerTotp(SECRET, { userId: agentId, mail: mailOf('agent'), at: NOW });
  return {
    halfway,
    recoveryCode,
    addedPasskey: new Authenticator().make(challengeOf({ purpose: 'add', by: String(session) })),
    passkeyAnswer: rootKey.answer(challengeOf({ purpose: 'login', by: XSRF }), { counter: 1_000 }),
    sealedTotp: offer.sealed,
    totpCode: codeOf(offer.secret, NOW),
  };
}

/** One of each kind of link. */
async function addLinks(db: Db, { loner, agent, agent2 }: Office['users']) {
  const subscription = await db
    .insertInto('subscriptions')
    .values({ email: 'a@exemple.fr', type: 'newsletter', at: NOW, consent_text: 'oui' })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow();
  const link = await db
    .insertInto('password_links')
    .values({ user_id: loner, created_at: NOW })
    .returning(['id', 'user_id as userId', 'created_at as createdAt'])
    .executeTakeFirstOrThrow();
  const change = await db
    .insertInto('mail_changes')
    .values({ user_id: agent, mail: 'suivante@parite.example', created_at: NOW })
    .returning(['id', 'user_id as userId', 'mail', 'created_at as createdAt'])
    .executeTakeFirstOrThrow();
  const factor = { user_id: loner, sealed: '\\x00', last_step: 0, created_at: NOW };
  await db
    .insertInto('totp_secrets')
    .values({ user_id: agent2, sealed: Buffer.from('lost'), last_step: 0, created_at: NOW })
    .execute();
  const removal = await db
    .insertInto('removed_factors')
    .values({ user_id: loner, kind: 'totp', factor: JSON.stringify(factor), removed_at: NOW })
    .returning(['id', 'user_id as userId', 'kind', 'removed_at as removedAt'])
    .executeTakeFirstOrThrow();
  const config = readConfig({ DATABASE_URL: 'postgres://', SECRET });
  const tokenIn = (address: string) => new URLSearchParams(address.split('?')[1]).get('token') ?? '';
  return {
    passwordLink: tokenOf(SECRET, link),
    confirmation: newsletterToken(SECRET, 'confirm', subscription),
    unsubscription: newsletterToken(SECRET, 'unsubscribe', subscription),
    mailChange: tokenIn(mailChangeAddress(config, SECRET, change)),
    removal: tokenIn(restoreAddress(config, SECRET, removal)),
  };
}

/** Branches of the first bureau, one of which has rates of its own that wait for a second person. */
async function addBranches(db: Db): Promise<void> {
  await sql`
    insert into branches (id, company_id, name, kind, city, rates, created_at, updated_at) overriding system value
    select id, 1, 'Agence ' || id, 'street', 'Lyon', case when id = 7 then 'own' else 'company' end,
      ${NOW}::timestamptz, ${NOW}::timestamptz
    from unnest(array[1, 2, 3, 6, 7]) as id`.execute(db);
  await sql`select setval(pg_get_serial_sequence('branches', 'id'), 1000)`.execute(db);
  await sql`
    insert into branch_fixings (company_id, branch, currency_code, sale, updated_at, held_at)
    select 1, 7, code, 9.99, ${NOW}::timestamptz, ${NOW}::timestamptz from unnest(array['GBP', 'MAD']) as code`.execute(
    db,
  );
  await sql`insert into stocks (company_id, branch, currency_code, ready) values (1, 1, 'USD', 1000000)`.execute(
    db,
  );
}

export const referenceOf = (id: number) => String(id).padStart(32, '0');

/** Two of the traveller's, one asked and one ready, and four of nobody's, one just handed over; nobody came for two of them. */
async function addReservations(db: Db): Promise<void> {
  await sql`
    with day as (
      insert into stocks (company_id, currency_code, day, ready, promised)
      values (1, 'USD', '2026-11-21', 1000000, 500000) returning id
    )
    insert into reservations (id, reference, code, company_id, traveller_id, request_key, request_hash, side, base, currency_code,
      rate, fixed_at, offered, received, fee, handed_over, stock_id, mode, payment, pickup_at, held_until, due_at,
      requested_at, updated_at, ended_at, state) overriding system value
    select one, lpad(one::text, 32, '0'), 'ACDEF' || one, 1, case when one in (1, 3) then 1 end, 'key-' || one, sha256('a'), 'sale', 'EUR', 'USD',
      1.105, ${FIXED_AT}, 90.5, 100, 0, 100, day.id, 'counter', 'cash',
      case when one in (3, 7) then '2026-11-21T07:00Z' else '2026-11-21T10:00Z' end::timestamptz, '2026-11-23T08:00Z',
      '2026-11-21T10:00Z', ${NOW}::timestamptz, ${NOW}::timestamptz, case when one = 8 then ${NOW}::timestamptz end,
      case when one in (1, 6) then 'requested' when one in (2, 7) then 'accepted' when one = 8 then 'collected' else 'ready' end
    from day, unnest(array[1, 2, 3, 6, 7, 8]) as one`.execute(db);
  const promise = { hold_hours: 48, takes_better_rate: false, smallest_note: 1 };
  const buy_back = { share: 100, days: 14, percent_off: 1.5 };
  await sql`update reservations set promise = ${JSON.stringify({ ...promise, buy_back })}::jsonb where id = 8`.execute(
    db,
  );
  await sql`insert into slip_numbers (company_id, last) values (1, 1)`.execute(db);
  await sql`
    insert into slips (company_id, number, reservation_id, at, name, address, authorisation)
    values (1, 1, 8, ${NOW}::timestamptz, 'Quais', '', '')`.execute(db);
  await sql`select setval(pg_get_serial_sequence('reservations', 'id'), 1000)`.execute(db);
}

/** What the first bureau has beside its USD: held fixings, a margin sheet with stops, a batch and a screen. */
async function addPrices(db: Db): Promise<void> {
  await sql`
    insert into fixings (company_id, currency_code, sale, updated_at, held_at)
    select 1, code, 9.99, ${NOW}::timestamptz, ${NOW}::timestamptz from unnest(array['GBP', 'MAD']) as code`.execute(
    db,
  );
  await sql`
    insert into margin_sheets (company_id, groups, rules, updated_at)
    values (1, '[]', ${JSON.stringify([FOLLOWED])}, ${NOW}::timestamptz)`.execute(db);
  await sql`
    insert into margin_stops (company_id, currency_code, reason, since)
    select 1, code, 'hand', ${NOW}::timestamptz from unnest(array['GBP', 'MAD']) as code`.execute(db);
  await sql`
    insert into batches (id, company_id, at, origin, former) overriding system value
    values (999999, 1, ${NOW}::timestamptz, 'batch', '[]')`.execute(db);
  await sql`
    insert into boards (company_id, secret_hash, screen_made_at)
    values (1, sha256(${SCREEN}::text::bytea), ${NOW}::timestamptz)`.execute(db);
  await sql`
    update reservation_terms set terms = ${JSON.stringify(DEFAULT_TERMS)}`.execute(db);
}

/** A bureau's rule for all of its currencies. */
export const FOLLOWED = {
  target: { kind: 'all' },
  follows: true,
  purchase_margin: 3,
  sale_margin: 3,
  rounding: { kind: 'digits', digits: 5 },
  least_change: 0,
  floor: null,
  ceiling: null,
};
