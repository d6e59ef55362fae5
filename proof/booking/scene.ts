/** Two bureaux of the beta on a PostgreSQL of the proof's own, three instances that serve them, and a mail server. */
import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_TERMS, type ReservationTerms } from '../../domain/terms/terms.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { findFreePort } from '../../server/process/free-port.ts';
import { insertReference } from '../../server/seed/reference.ts';
import { shiftCluster } from '../../server/testing/embedded.ts';
import { type MailServer, openMailServer } from '../../server/testing/mail-server.ts';
import { endServer, startServer } from '../../server/testing/server-process.ts';
import { query } from '../ledger.ts';
import { OwnPostgres } from '../postgres.ts';
import { isOpenQuestion, type Person, post } from './caller.ts';

export const INSTANCES = 3;
export const RATE = 1.105;
const AGENTS = 2;
const LAST_WORDS = 20;
const AGAIN_MS = 100;
const CONNECTIONS = 12;
/** What the page of orders needs; who holds `orders.edit.me` is written to as well, and one address is enough. */
export const SECRET = 'of a proof and of nothing else, long';
const AGENT_SCOPES = [
  'fixings.list.me',
  'reservations.list.me',
  'reservations.edit.me',
  'branches.list.me',
  'branches.edit.me',
];
const COUNTER = { ...DEFAULT_TERMS.modes.counter, delay_minutes: 0 };

type Draw = () => number;
export type Fixed = { rate: number; updatedAt: string };
export type Bureau = {
  id: number;
  site: string;
  email: string;
  agents: Person[];
  branches: number[];
  /** what it sells the dollar at, by the last answer */
  fixed: Fixed;
};
/** `ready`: of dollars, at each branch and on each day. */
type Settings = readonly Record<string, string>[];
// `settings`: those of each instance; `clock`: statements before anything else of the database
type Setting = { settings?: Settings; clock?: readonly string[] };
export type Plan = { name: string; branches: number; ready: number; terms: Partial<ReservationTerms> };

export class Scene {
  readonly postgres: OwnPostgres;
  readonly mailServer: MailServer;
  readonly ports: readonly number[];
  readonly #folder: string;
  readonly #settings: Settings;
  readonly #children: (ChildProcess | undefined)[] = [];
  /** how often each mail came, by its Message-ID */
  readonly arrived = new Map<string, number>();
  #travellers = 0;

  private constructor(
    folder: string,
    postgres: OwnPostgres,
    mails: MailServer,
    ports: readonly number[],
    settings: Settings,
  ) {
    this.#settings = settings;
    this.#folder = folder;
    this.postgres = postgres;
    this.mailServer = mails;
    this.ports = ports;
  }

  static async open(
    plans: readonly Plan[],
    { settings = [{}, {}, {}], clock = [] }: Setting = {},
  ): Promise<{ scene: Scene; bureaux: Bureau[] }> {
    const folder = await mkdtemp(join(tmpdir(), 'parite-proof-'));
    // PostgreSQL runs as another user when root runs the proof
    await chmod(folder, 0o711);
    const ports = [];
    while (ports.length < settings.length) ports.push(await findFreePort());
    const mails = await openMailServer();
    const scene = new Scene(folder, new OwnPostgres(join(folder, 'given')), mails, ports, settings);
    try {
      await shiftCluster(scene.postgres.dataDir, clock);
      await scene.postgres.start();
      const url = await scene.postgres.url();
      await migrate(url);
      const { db, close } = openDatabase(url);
      await insertReference(db);
      await close();
      await scene.ask(
        `INSERT INTO mid_rates (currency_code, at, rate, source) VALUES ('USD', now(), $1, 'proof')`,
        [RATE],
      );
      const bureaux = [];
      for (const plan of plans) bureaux.push(await scene.#found(plan));
      await Promise.all(ports.map((_, place) => scene.startInstance(place)));
      return { scene, bureaux };
    } catch (error) {
      await scene.close();
      throw error;
    }
  }

  /** Where connecting takes too long, for all that share the machine, nothing was asked yet: it is tried again. */
  async ask<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    for (let left = CONNECTIONS; ; left--) {
      try {
        return (await query<R>(await this.postgres.url(), text, values)).rows;
      } catch (error) {
        if (left === 1 || !(error instanceof Error) || error.message !== 'timeout expired') throw error;
      }
    }
  }

  async startInstance(place: number): Promise<void> {
    const output = openSync(join(this.#folder, 'server.log'), 'a');
    const env = {
      DATABASE_URL: await this.postgres.url(),
      SECRET,
      DEMO: 'off',
      RATE_LIMIT: '999999999',
      // its agents fix what no mid rate is near to
      HELD_ABOVE: '999999999',
      HELD_OFF: '999999999',
      // each traveller says a network of its own, and none holds what others of it would
      TRUST_PROXY: 'on',
      SMTP_URL: this.mailServer.url,
      MAIL_FROM: 'Parité <ne-pas-repondre@parite.example>',
      ...this.#settings[place],
    };
    const port = this.portOf(place);
    const onSpawn = (child: ChildProcess) => {
      this.#children[place] = child;
    };
    await startServer(env, { port, output, onSpawn }).finally(() => closeSync(output));
  }

  async killInstance(place: number): Promise<void> {
    const child = this.#children[place];
    if (child) await endServer(child, 'SIGKILL');
  }

  portOf(place: number): number {
    return this.ports[place % this.ports.length] ?? 0;
  }

  /** Kills PostgreSQL, as its first process, as all of them or as one of the others; back once it answers. */
  async killPostgres(draw: Draw): Promise<void> {
    const url = await this.postgres.url();
    const what = (['postmaster', 'all', 'one'] as const)[Math.floor(draw() * 3)] ?? 'all';
    await this.postgres.kill(what, draw);
    // one that loses a process takes a moment to notice, and then restarts by itself
    if (what === 'one') await delay(200);
    else await this.postgres.start();
    await this.postgres.answersAt(url);
  }

  /** As an agent does who tries until it is answered; where the answer was lost, the database says what it is. */
  async fix(agent: Person, rate: number): Promise<Fixed> {
    const body = { currency: { code: 'USD' }, base: 'EUR', amounts: { sale: rate } };
    for (let place = 0; ; place++) {
      const heard = await post(this.portOf(place), agent, '/api/fixings/update', body);
      if (heard.status === 200) return { rate, updatedAt: String(heard.body.updated_at) };
      if (!isOpenQuestion(heard)) throw new Error(`a fixing was answered ${JSON.stringify(heard)}`);
      await delay(AGAIN_MS);
    }
  }

  /** So many travellers who have signed in. `hall`: number of the one whose network they all share. */
  async addTravellers(count: number, hall: number | null = null): Promise<Person[]> {
    const first = this.#travellers;
    this.#travellers += count;
    const made = Array.from({ length: count }, (_, i) => ({
      email: `voyageur-${first + i}@exemple.fr`,
      token: randomBytes(32).toString('base64url'),
    }));
    const rows = await this.ask<{ id: number; email: string }>(
      `WITH told AS (SELECT * FROM unnest($1::text[], $2::text[]) AS told (email, hash)), made AS (
         INSERT INTO travellers (email, first_name, created_at, seen_at)
         SELECT email, 'Zoé', now(), now() FROM told RETURNING id, email
       ), opened AS (
         INSERT INTO traveller_sessions (token_hash, traveller_id, created_at, last_used_at)
         SELECT decode(hash, 'hex'), id, now(), now() FROM made JOIN told USING (email)
       )
       SELECT id, email FROM made`,
      [made.map(({ email }) => email), made.map(({ token }) => hashOf(token))],
    );
    const ids = new Map(rows.map(({ id, email }) => [email, id]));
    return made.map(({ email, token }, i) => ({
      id: ids.get(email) ?? 0,
      email,
      host: 'localhost',
      session: `traveller=${token}`,
      address: hall === null ? addressOf(first + i) : hallOf(hall),
    }));
  }

  async #found({ name, branches, ready, terms }: Plan): Promise<Bureau> {
    const [site, email] = [`https://${name}.example`, `contact@${name}.example`];
    const [bureau] = await this.ask<{ id: number }>(
      `INSERT INTO companies (name, logo, site, email) VALUES ($1, $1, $2, $3) RETURNING id`,
      [name, site, email],
    );
    const id = bureau?.id ?? 0;
    const said = {
      ...DEFAULT_TERMS,
      minimum: 5,
      modes: { ...DEFAULT_TERMS.modes, counter: COUNTER },
      ...terms,
    };
    await this.ask(
      `INSERT INTO reservation_terms (company_id, admitted_at, terms, updated_at) VALUES ($1, now(), $2, now())`,
      [id, JSON.stringify(said)],
    );
    const [fixing] = await this.ask<{ updated_at: Date }>(
      `INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
       VALUES ($1, 'USD', 1.17, $2, now()) RETURNING updated_at`,
      [id, RATE],
    );
    const counters = await this.ask<{ id: number }>(
      `WITH made AS (
         INSERT INTO branches (company_id, name, kind, city)
         SELECT $1, 'Agence ' || n, 'street', 'Lyon' FROM generate_series(1, $2::int) AS n RETURNING id
       ), stocked AS (
         INSERT INTO stocks (company_id, branch, currency_code, ready) SELECT $1, id, 'USD', $3 FROM made
       )
       SELECT id FROM made ORDER BY id`,
      [id, branches, ready],
    );
    const agents = [];
    for (let i = 0; i < AGENTS; i++) agents.push(await this.#employ(id, `agent-${i}@${name}.example`));
    const fixed = { rate: RATE, updatedAt: fixing?.updated_at.toISOString() ?? '' };
    return { id, site, email, agents, branches: counters.map((one) => one.id), fixed };
  }

  async #employ(company: number, email: string): Promise<Person> {
    const token = randomBytes(32).toString('base64url');
    const [user] = await this.ask<{ id: number }>(
      `WITH made AS (
         INSERT INTO users (company_id, mail, name, role, status, password_hash)
         VALUES ($1, $2, 'Agent', 'agent', 'in_service', 'none') RETURNING id
       ), allowed AS (
         INSERT INTO user_scopes (user_id, scope) SELECT id, unnest($3::text[]) FROM made
       ), opened AS (
         INSERT INTO sessions (token_hash, user_id, created_at, last_used_at)
         SELECT decode($4, 'hex'), id, now(), now() FROM made
       )
       SELECT id FROM made`,
      [company, email, AGENT_SCOPES, hashOf(token)],
    );
    return { id: user?.id ?? 0, email, host: 'backoffice.localhost', session: `session=${token}` };
  }

  /** Counts what has come, and forgets it: thousands of letters are much to keep. */
  countMails(): void {
    for (const { mail } of this.mailServer.received.splice(0)) {
      const id = mail.messageId ?? '';
      this.arrived.set(id, (this.arrived.get(id) ?? 0) + 1);
    }
  }

  async lastWords(): Promise<string> {
    return (await this.#linesOf(/"level":(50|60)/)).slice(-LAST_WORDS).join('\n');
  }

  // Of the log of all instances.
  async countLines(pattern: RegExp): Promise<number> {
    return (await this.#linesOf(pattern)).length;
  }

  async #linesOf(pattern: RegExp): Promise<string[]> {
    const log = await readFile(join(this.#folder, 'server.log'), 'utf8').catch(() => '');
    return log.split('\n').filter((line) => pattern.test(line));
  }

  async close(): Promise<void> {
    await Promise.all(this.ports.map((_, place) => this.killInstance(place)));
    await this.postgres.stop();
    await this.mailServer.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** One address of all who are in a hall, as an airport's network gives them, among those kept for measurements (RFC 2544). */
function hallOf(hall: number): string {
  return `198.18.${hall}.7`;
}

/** Of an operator's customer (/48) of its own, among those kept for examples (RFC 3849). */
function addressOf(traveller: number): string {
  return `2001:db8:${traveller.toString(16)}::1`;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
