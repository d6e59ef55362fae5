import { type Config, readConfig } from '../config.ts';
import { checkReachable } from '../db/check-reachable.ts';
import { joinEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { type Db, openDatabase } from '../db/open.ts';
import { readOrCreateSecret } from '../process/secret.ts';
import { insertReference } from '../seed/reference.ts';
import type { Shell } from './shell.ts';

// a person waits for one command, not for thousands of requests
const STATEMENT_TIMEOUT_MS = 60_000;

export interface Session {
  config: Config;
  db: Db;
}

export interface Reached {
  config: Config;
  url: string;
}

/** Connects to the configured database, or to the embedded one, which is started for this command unless it runs. */
export async function reachDatabase(shell: Shell): Promise<Reached> {
  const config = readConfig(shell.env, { shows: false });
  if (config.databaseUrl !== null) {
    await checkReachable(config.databaseUrl);
    return { config, url: config.databaseUrl };
  }
  const { closers, printNotice: log } = shell;
  const { url } = await closers.open(
    () => joinEmbedded({ dataDir: config.dataDir, log, signal: closers.signal }),
    (joined) => joined.stop(),
  );
  return { config, url };
}

export async function openSession(shell: Shell): Promise<Session> {
  const { config, url } = await reachDatabase(shell);
  await migrate(url, { onWait: shell.printNotice });
  const { db } = await shell.closers.open(
    () => openDatabase(url, { maxConnections: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
    (database) => database.close(),
  );
  await insertReference(db);
  return { config, db };
}

export async function readSecret({ secret, dataDir }: Config): Promise<string> {
  return secret ?? readOrCreateSecret(dataDir);
}
