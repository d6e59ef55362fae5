/** A private PostgreSQL and the servers that are measured, all ended by `closeAll`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { type Embedded, startEmbedded } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { type Db, openDatabase } from '../server/db/open.ts';
import { reapCluster } from '../server/testing/reaper.ts';
import { endServer, MAIN, type ServerProcess, startServer } from '../server/testing/server-process.ts';

export type Server = ServerProcess;

export class Servers {
  readonly #folder: string;
  readonly #embedded: Embedded;
  readonly #running: Server[] = [];

  private constructor(folder: string, embedded: Embedded) {
    this.#folder = folder;
    this.#embedded = embedded;
  }

  static async open(): Promise<Servers> {
    const folder = await mkdtemp(path.join(tmpdir(), 'parite-bench-'));
    reapCluster(path.join(folder, 'postgres'));
    return new Servers(folder, await startEmbedded({ dataDir: folder, log: () => {} }));
  }

  /** The real server, every protection on, over a database that `fill` has filled. */
  async parite(name: string, fill: (db: Db) => Promise<void>, env: Record<string, string>): Promise<Server> {
    return this.startParite(await this.database(name, fill), env);
  }

  /** A database of its own. Returns its address. */
  async database(name: string, fill: (db: Db) => Promise<void>): Promise<string> {
    const admin = openDatabase(this.#embedded.url);
    await sql`CREATE DATABASE ${sql.id(name)}`.execute(admin.db);
    await admin.close();
    const url = new URL(this.#embedded.url);
    url.pathname = `/${name}`;
    await migrate(url.href);
    const { db, close } = openDatabase(url.href, { statementTimeoutMs: 600_000 });
    await fill(db);
    await close();
    return url.href;
  }

  /** One instance of the real server over a database. */
  async startParite(url: string, env: Record<string, string> = {}, file = MAIN): Promise<Server> {
    return this.start(file, {
      DATABASE_URL: url,
      DATA_DIR: this.#folder,
      DEMO: 'off',
      RATE_LIMIT: '999999999',
      SIGN_UP_LIMIT: '100000',
      SECRET: 'a secret of the bench alone, thirty-two long',
      ...env,
    });
  }

  /** Any program that listens on PORT and answers /healthz. */
  async start(file: string, env: Record<string, string>): Promise<Server> {
    const server = await startServer(env, { file });
    this.#running.push(server);
    return server;
  }

  async stop({ child }: Server): Promise<void> {
    await endServer(child);
  }

  async closeAll(): Promise<void> {
    for (const server of this.#running) await this.stop(server);
    await this.#embedded.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
