/** The real server over the demonstration data, and the database that it runs itself or is given. */
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../server/process/free-port.ts';
import { endServer, type ServerProcess, startServer } from '../server/testing/server-process.ts';
import { query } from './ledger.ts';
import { Cluster, OwnPostgres } from './postgres.ts';
import type { Offer } from './travellers.ts';

export type Kind = 'embedded' | 'by DATABASE_URL';

const READY_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 10;
const LAST_WORDS = 20;
const SHOWN_CODES = ['USD', 'GBP', 'SEK', 'NOK'];
const CURRENT = `
  SELECT name, currency_code AS code, updated_at FROM fixings JOIN companies ON companies.id = company_id
  WHERE sale IS NOT NULL AND NOT is_sale_suspended AND currency_code = ANY ($1)`;

export class World {
  readonly kind: Kind;
  readonly port: number;
  readonly #metricsPort: number;
  readonly cluster: Cluster;
  readonly #folder: string;
  readonly #own: OwnPostgres | null;
  #server: ServerProcess | undefined;

  private constructor(kind: Kind, folder: string, [port, metricsPort]: [number, number]) {
    this.kind = kind;
    this.port = port;
    this.#metricsPort = metricsPort;
    this.#folder = folder;
    this.#own = kind === 'embedded' ? null : new OwnPostgres(join(folder, 'given'));
    this.cluster = this.#own ?? new Cluster(folder);
  }

  static async open(kind: Kind): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'parite-proof-'));
    // PostgreSQL runs as another user when root runs the proof
    await chmod(folder, 0o711);
    const world = new World(kind, folder, [await findFreePort(), await findFreePort()]);
    try {
      await world.#own?.start();
      await world.startServer();
      // its agents fix the sheets of their bureaux alone, and every figure that is shown must be one of theirs
      await query(await world.cluster.url(), `UPDATE branches SET rates = 'company' WHERE rates = 'own'`);
      return world;
    } catch (error) {
      const said = await world.lastWords().catch(() => '');
      await world.close();
      throw new Error(said, { cause: error });
    }
  }

  /** Starts it and kills it so long after. */
  async startInVain(killedAfterMs: number): Promise<void> {
    const kill = (child: ChildProcess) => setTimeout(() => child.kill('SIGKILL'), killedAfterMs);
    await this.startServer(kill).catch(() => undefined);
    await this.endServer('SIGKILL');
  }

  async startServer(onSpawn: (child: ChildProcess) => void = () => undefined): Promise<void> {
    const given = this.#own && {
      DATABASE_URL: await this.#own.url(),
      SECRET: 'of a proof and of nothing else, long',
    };
    const output = openSync(join(this.#folder, 'server.log'), 'a');
    this.#server = await startServer(
      {
        DATA_DIR: this.#folder,
        DEMO: 'on',
        DEMO_MOVES: 'off',
        RATE_LIMIT: '999999999',
        SIGN_UP_LIMIT: '100000',
        // its agents fix numbers that tell their fixings apart, and every one is to be compared, at any age
        STALE_DAYS: '365',
        HELD_ABOVE: '999999999',
        HELD_OFF: '999999999',
        METRICS_PORT: String(this.#metricsPort),
        ...given,
      },
      { port: this.port, output, onSpawn },
    ).finally(() => closeSync(output));
  }

  /** Gives the exit code; `onSent` is called as soon as the signal is on its way. */
  async endServer(signal: NodeJS.Signals, onSent: () => void = () => undefined): Promise<number | null> {
    if (!this.#server) return null;
    const ended = endServer(this.#server.child, signal);
    onSent();
    return ended;
  }

  /** Starts again a PostgreSQL that nobody else would. */
  async restartPostgres(): Promise<void> {
    await this.#own?.start();
  }

  /** When /readyz of the metrics' port first says that nothing is away. */
  async readyAt(): Promise<number> {
    const until = performance.now() + READY_WITHIN_MS;
    let said = '';
    while (performance.now() < until) {
      said = await fetch(`http://127.0.0.1:${this.#metricsPort}/readyz`).then(
        (answer) => answer.text(),
        (error) => String(error),
      );
      if (said.startsWith('{"status":"ready"')) return performance.now();
      await delay(LOOK_EVERY_MS);
    }
    throw new Error(`the server did not become ready: ${said}`);
  }

  /** What a comparison should show in so many milliseconds, and does not. */
  async unshown(url: string, withinMs: number): Promise<string[]> {
    const until = performance.now() + withinMs;
    const { rows } = await query<{ name: string; code: string; updated_at: Date }>(url, CURRENT, [
      SHOWN_CODES,
    ]);
    for (;;) {
      const shown = new Set((await Promise.all(SHOWN_CODES.map((code) => this.#compare(code)))).flat());
      const missing = rows
        .map(({ name, code, updated_at }) => `${code} of ${name}, fixed at ${updated_at.toISOString()}`)
        .filter((offer) => !shown.has(offer));
      if (missing.length === 0) return [];
      if (performance.now() > until) return missing.map((offer) => `not shown: ${offer}`);
      await delay(LOOK_EVERY_MS);
    }
  }

  async #compare(code: string): Promise<string[]> {
    const answer = await fetch(`http://localhost:${this.port}/api/public/offers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ offer: { currency: 'EUR', amount: 100 }, wish: { currency: code } }),
    });
    const { offers } = (await answer.json()) as { offers: Offer[] };
    return offers.map(({ company, updated_at }) => `${code} of ${company.name}, fixed at ${updated_at}`);
  }

  async lastWords(): Promise<string> {
    const log = await readFile(join(this.#folder, 'server.log'), 'utf8');
    const lines = log.split('\n').filter((line) => !line.includes('"msg":"request"'));
    return lines.slice(-LAST_WORDS).join('\n');
  }

  async close(): Promise<void> {
    await this.endServer('SIGTERM');
    await this.#own?.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
