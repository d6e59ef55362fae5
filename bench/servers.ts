/** A private PostgreSQL and the servers that are measured, all ended by `closeAll`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { type Embedded, startEmbedded } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { type Db, openDatabase } from '../server/db/open.ts';

export type Server = { port: number; url: string; child: ChildProcess };

const STARTED_WITHIN_MS = 60_000;
const MAIN = path.join(import.meta.dirname, '../server/main.ts');

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
    return new Servers(folder, await startEmbedded({ dataDir: folder, log: () => {} }));
  }

  /** The real server, every protection on, over a database that `fill` has filled. */
  async parite(name: string, fill: (db: Db) => Promise<void>, env: Record<string, string>): Promise<Server> {
    const admin = openDatabase(this.#embedded.url);
    await sql`CREATE DATABASE ${sql.id(name)}`.execute(admin.db);
    await admin.close();
    const url = new URL(this.#embedded.url);
    url.pathname = `/${name}`;
    await migrate(url.href);
    const { db, close } = openDatabase(url.href, { statementTimeout: 60_000 });
    await fill(db);
    await close();
    return this.start(MAIN, {
      DATABASE_URL: url.href,
      DATA_DIR: this.#folder,
      DEMO: 'off',
      RATE_LIMIT: '999999999',
      SECRET: 'a secret of the bench alone, thirty-two long',
      ...env,
    });
  }

  /** Any program that listens on PORT and answers /healthz. */
  async start(file: string, env: Record<string, string>): Promise<Server> {
    const port = await freePort();
    const child = spawn(process.execPath, [file], {
      env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const server = { port, url: `http://localhost:${port}`, child };
    this.#running.push(server);
    const until = Date.now() + STARTED_WITHIN_MS;
    while (Date.now() < until && child.exitCode === null) {
      const isUp = await fetch(`${server.url}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isUp) return server;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${path.basename(file)} did not start`);
  }

  async stop({ child }: Server): Promise<void> {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  async closeAll(): Promise<void> {
    for (const server of this.#running) await this.stop(server);
    await this.#embedded.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}
