/** A market on a PostgreSQL of its own, who writes there, and who follows: by a stream, or by LISTEN alone. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { findFreePort } from '../server/process/free-port.ts';
import { insertReference } from '../server/seed/reference.ts';
import { NatsServer } from '../server/testing/nats-server.ts';
import { reap } from '../server/testing/reaper.ts';
import { endServer, type ServerProcess, startServer } from '../server/testing/server-process.ts';
import type { Told } from './light-followers.ts';
import { OwnPostgres } from './postgres.ts';

const BUREAUX = 200;
/** Fixings in one act, as of a bureau's morning. */
export const BATCH = 40;
const WRITERS = 4;

export class Scale {
  readonly postgres: OwnPostgres;
  readonly nats: NatsServer;
  readonly #folder: string;

  private constructor(folder: string, postgres: OwnPostgres, nats: NatsServer) {
    this.#folder = folder;
    this.postgres = postgres;
    this.nats = nats;
  }

  /** `connections`: how many PostgreSQL takes. */
  static async open({ connections }: { connections: number }): Promise<Scale> {
    const folder = await mkdtemp(join(tmpdir(), 'parite-proof-'));
    await chmod(folder, 0o711);
    const postgres = new OwnPostgres(join(folder, 'given'), { max_connections: String(connections) });
    await postgres.start();
    const url = await postgres.url();
    await migrate(url);
    const { db, close } = openDatabase(url);
    await insertReference(db);
    await close();
    await fill(url);
    return new Scale(folder, postgres, await NatsServer.open());
  }

  async close(): Promise<void> {
    await this.nats.close();
    await this.postgres.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function fill(url: string): Promise<void> {
  await ask(
    url,
    `INSERT INTO mid_rates (currency_code, at, rate, source)
     SELECT code, now(), 1.5, 'proof' FROM currencies WHERE code <> 'EUR' ORDER BY position NULLS LAST, code LIMIT ${BATCH};
     INSERT INTO companies (name, logo, site)
     SELECT 'Bureau n° ' || n, 'bureau-' || n, 'https://bureau-' || n || '.example' FROM generate_series(1, ${BUREAUX}) AS n;
     INSERT INTO fixings (company_id, currency_code, sale, updated_at)
     SELECT id, currency_code, 1, now() FROM companies CROSS JOIN mid_rates`,
  );
}

export async function ask<R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url, query_timeout: 30_000 });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<R>(sql);
  await client.end();
  return rows;
}

export async function lastVersion(url: string): Promise<number> {
  const [row] = await ask<{ version: string }>(url, 'SELECT max(version) AS version FROM changes');
  return Number(row?.version ?? 0);
}

/** Saves so many fixings a second, a batch at once, until it is stopped. Goes on after each failure. */
export class Writers {
  saved = 0;
  #isOver = false;
  #turn = 0;
  #working: Promise<unknown>;

  constructor(url: string, perSecond: number) {
    const every = (WRITERS * BATCH * 1000) / perSecond;
    this.#working = Promise.all(Array.from({ length: WRITERS }, () => this.#write(url, every)));
  }

  async #write(url: string, every: number): Promise<void> {
    const pool = new pg.Pool({ connectionString: url, max: 1, query_timeout: 5_000 });
    pool.on('error', () => undefined);
    let due = performance.now();
    while (!this.#isOver) {
      const turn = ++this.#turn;
      // no two fixings of one currency alike, each turn's above the last one's
      const save = `UPDATE fixings SET sale = 1 + ${turn % 10_000_000} / 10000000.0, updated_at = now() WHERE company_id =
        (SELECT id FROM companies ORDER BY id OFFSET ${turn % BUREAUX} LIMIT 1)`;
      await pool.query(save).then(
        () => {
          this.saved += BATCH;
        },
        () => delay(50),
      );
      // what could not be saved in time is not caught up with
      due = Math.max(due + every, performance.now() - every);
      await delay(Math.max(0, due - performance.now()));
    }
    await pool.end();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }
}

/** Light followers, in some processes. */
export class Followers {
  readonly #children: readonly ChildProcess[];

  private constructor(children: readonly ChildProcess[]) {
    this.#children = children;
  }

  static async start(file: string, count: number, env: Record<string, string>): Promise<Followers> {
    const processes = Math.min(4, count);
    const children = Array.from({ length: processes }, (_, place) =>
      fork(join(import.meta.dirname, file), {
        env: { ...process.env, ...env, FOLLOWERS: String(Math.floor((count + place) / processes)) },
        serialization: 'advanced',
      }),
    );
    for (const child of children) reap(child);
    await Promise.all(children.map(messageOf));
    return new Followers(children);
  }

  async look(): Promise<Told> {
    const all = await Promise.all(
      this.#children.map((child) => {
        const told = messageOf(child);
        child.send('look');
        return told;
      }),
    );
    return {
      lowest: Math.min(...all.map(({ lowest }) => lowest)),
      highest: Math.max(...all.map(({ highest }) => highest)),
      broken: all.reduce((sum, { broken }) => sum + broken, 0),
      lags: all.flatMap(({ lags }) => lags),
    };
  }

  close(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}

// throws when the process ends before
async function messageOf(child: ChildProcess): Promise<Told> {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('followers have ended')));
  const [message] = await Promise.race([once(child, 'message', { signal }), ended]).finally(() =>
    heard.abort(),
  );
  return message;
}

export type Instance = ServerProcess & { metricsPort: number };

export async function startInstance(databaseUrl: string, env: Record<string, string>): Promise<Instance> {
  const metricsPort = await findFreePort();
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    SECRET: 'of a proof and of nothing else, long',
    DEMO: 'off',
    METRICS_PORT: String(metricsPort),
    ...env,
  });
  return { ...server, metricsPort };
}

export async function endInstances(instances: readonly Instance[]): Promise<void> {
  await Promise.all(instances.map(({ child }) => endServer(child, 'SIGKILL')));
}

export async function versionOf({ metricsPort }: Instance): Promise<number> {
  const told = await fetch(`http://127.0.0.1:${metricsPort}/readyz`).then((answer) => answer.json());
  return (told as { parts: { rate_book_version: number } }).parts.rate_book_version;
}

export async function relaysHere({ metricsPort }: Instance): Promise<boolean> {
  const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text());
  return /^parite_stream_relayed_here 1$/m.test(text);
}

/** The best sale of a currency that an instance shows, and the one that is saved. */
export async function bestSale({ url }: Instance, currency: string): Promise<number> {
  const answer = await fetch(`${url}/api/public/offers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offer: { currency: 'EUR', amount: 1_000_000 }, wish: { currency } }),
  });
  const { offers } = (await answer.json()) as { offers: { rate: number }[] };
  return offers[0]?.rate ?? 0;
}
