/** A PostgreSQL whose processes a proof kills or freezes: the server's private one, or one of the proof's own. */
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from '../server/db/embedded/binaries.ts';
import { openCluster, ROLE, readCredentials } from '../server/db/embedded/cluster.ts';
import {
  findProcesses,
  findRunningPort,
  readPidFile,
  type StartOptions,
  startPostmaster,
  stopOrphan,
} from '../server/db/embedded/postmaster.ts';
import { findFreePort } from '../server/process/free-port.ts';
import { shiftCluster } from '../server/testing/embedded.ts';
import { reapCluster } from '../server/testing/reaper.ts';

const LOOK_EVERY_MS = 10;

/** The cluster of a data folder, whoever runs it. */
export class Cluster {
  readonly dataDir: string;
  readonly folder: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.folder = join(dataDir, 'postgres');
  }

  async url(): Promise<string> {
    const { password } = await readCredentials(this.dataDir);
    const port = await findRunningPort(this.folder);
    if (port === null) throw new Error('PostgreSQL did not come back');
    return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${ROLE}`;
  }

  /** As it fails: its first process alone, one that serves somebody, or all at once. */
  async kill(what: 'postmaster' | 'one' | 'all', draw: () => number): Promise<void> {
    const first = (await readPidFile(this.folder))?.pid;
    const all = await findProcesses(this.folder);
    const others = all.filter((pid) => pid !== first);
    const one = others[Math.floor(draw() * others.length)];
    const chosen = { postmaster: [first], one: [one], all: [first, ...others] }[what];
    for (const pid of chosen) if (pid !== undefined) signal(pid, 'SIGKILL');
  }

  /** Whoever keeps it running cannot find its files until `putBack`. */
  async takeAway(): Promise<void> {
    await this.kill('all', () => 0);
    await rename(this.folder, `${this.folder}.away`);
  }

  async putBack(): Promise<void> {
    await rename(`${this.folder}.away`, this.folder);
  }

  /** Nothing is closed, and nothing answers any more. */
  async freeze(): Promise<void> {
    const first = (await readPidFile(this.folder))?.pid;
    // so that it starts no other meanwhile
    if (first !== undefined) signal(first, 'SIGSTOP');
    for (const pid of await findProcesses(this.folder)) signal(pid, 'SIGSTOP');
  }

  async thaw(): Promise<void> {
    for (const pid of await findProcesses(this.folder)) signal(pid, 'SIGCONT');
  }

  /** When it first answers a question again. */
  async answersAt(url: string): Promise<number> {
    for (;;) {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 500,
        query_timeout: 500,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('SELECT 1');
        const at = performance.now();
        void client.end().catch(() => undefined);
        return at;
      } catch {
        client.connection.stream.destroy();
        await delay(LOOK_EVERY_MS);
      }
    }
  }
}

/** One that DATABASE_URL names: the proof starts it, and starts it again as an operator's machine would. */
export class OwnPostgres extends Cluster {
  readonly #settings: Record<string, string>;
  #options: StartOptions | undefined;

  constructor(dataDir: string, settings: Record<string, string> = {}) {
    super(dataDir);
    this.#settings = settings;
  }

  async start(): Promise<void> {
    if (!this.#options) {
      reapCluster(this.folder);
      await mkdir(this.dataDir, { recursive: true, mode: 0o711 });
      await shiftCluster(this.dataDir);
      const binaries = await findBinaries();
      const { folder, launcher } = await openCluster(this.dataDir, binaries, { log: () => undefined });
      const [program, logFile] = [binaries.postgres, join(this.dataDir, 'postgres.log')];
      const [port, settings] = [await findFreePort(), this.#settings];
      this.#options = { launcher, program, folder, logFile, port, settings };
    }
    await stopOrphan(this.folder);
    await startPostmaster(this.#options);
  }

  async stop(): Promise<void> {
    await stopOrphan(this.folder);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // it has just ended
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
