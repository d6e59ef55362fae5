import pg from 'pg';
import { MOST_AHEAD } from '#domain/rates/freshness.ts';
import { OLDEST_SERVER, readMigrations, selectAppliedMigrations } from '../db/migrate.ts';
import { demoAccounts } from '../seed/accounts.ts';
import type { ClockReading } from './doctor-checks.ts';

export interface DatabaseState {
  version: string;
  isTooOld: boolean;
  /** 'all' before the first instance */
  pending: 'all' | string[];
  changed: string[];
  /** milliseconds; null: no backup */
  backupAge: number | null;
  hasEncryptedBackup: boolean;
  demoAccounts: number;
  /** "Quais USD", dated over a minute ahead by the database's clock */
  ratesAhead: string[];
  demoCompanies: number;
  // of open reservations, by the key of SECRET that sealed them
  sealedCodes: { key: Buffer; count: number }[];
  clock: ClockReading;
}

/** Reads without a migration or another change. */
export async function readDatabase(url: string): Promise<DatabaseState> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'parite doctor',
  });
  // an unhandled error event would end the process; the query under way fails by itself
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await look(client);
  } finally {
    // not awaited: a frozen database does not answer this either
    void client.end().catch(() => undefined);
  }
}

async function look(client: pg.Client): Promise<DatabaseState> {
  const before = Date.now();
  const server = await one<{
    said: number;
    version: string;
    migrations: boolean;
    backups: boolean;
    accounts: boolean;
    branches: boolean;
    seeded: boolean;
    sealed: boolean;
  }>(
    client,
    `SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS said,
       current_setting('server_version') AS version,
       to_regclass('migrations') IS NOT NULL AS migrations,
       to_regclass('backups') IS NOT NULL AS backups,
       EXISTS (SELECT FROM information_schema.columns
         WHERE table_name = 'users' AND column_name = 'suspended_at') AS accounts,
       to_regclass('branch_fixings') IS NOT NULL AS branches,
       EXISTS (SELECT FROM information_schema.columns
         WHERE table_name = 'companies' AND column_name = 'seeded') AS seeded,
       EXISTS (SELECT FROM information_schema.columns
         WHERE table_name = 'reservations' AND column_name = 'code_key') AS sealed`,
  );
  const clock = {
    of: 'la base de données',
    earliest: server.said,
    latest: server.said,
    before,
    after: Date.now(),
  };
  const backups = server.backups ? await readBackups(client) : { backupAge: null, hasEncryptedBackup: false };
  const { pending, changed } = server.migrations
    ? await comparePending(client)
    : { pending: 'all' as const, changed: [] };
  return {
    version: server.version,
    isTooOld: Number.parseInt(server.version, 10) < OLDEST_SERVER,
    pending,
    changed,
    ...backups,
    demoAccounts: server.accounts ? await countDemoAccounts(client) : 0,
    ratesAhead: server.branches ? await listRatesAhead(client) : [],
    demoCompanies: server.seeded ? await countSeeded(client) : 0,
    sealedCodes: server.sealed ? await countSealedCodes(client) : [],
    clock,
  };
}

async function comparePending(client: pg.Client): Promise<{ pending: string[]; changed: string[] }> {
  const [migrations, applied] = [await readMigrations(), await selectAppliedMigrations(client)];
  const known = migrations.filter(({ name }) => applied.has(name));
  return {
    pending: migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name),
    changed: known.filter(({ name, checksum }) => applied.get(name) !== checksum).map(({ name }) => name),
  };
}

/** Database clock alone, because this machine's may be wrong. */
async function readBackups(
  client: pg.Client,
): Promise<Pick<DatabaseState, 'backupAge' | 'hasEncryptedBackup'>> {
  return one(
    client,
    `SELECT extract(epoch FROM clock_timestamp() - (SELECT at FROM backups ORDER BY id DESC LIMIT 1))::float8
       * 1000 AS "backupAge",
       EXISTS (SELECT FROM backups WHERE is_encrypted) AS "hasEncryptedBackup"`,
  );
}

async function countSeeded(client: pg.Client): Promise<number> {
  const { count } = await one<{ count: number }>(
    client,
    'SELECT count(*)::int AS count FROM companies WHERE seeded IS NOT NULL AND suspended_at IS NULL',
  );
  return count;
}

async function countSealedCodes(client: pg.Client): Promise<DatabaseState['sealedCodes']> {
  const { rows } = await client.query<DatabaseState['sealedCodes'][number]>(
    `SELECT code_key AS key, count(*)::int AS count FROM reservations
     WHERE ended_at IS NULL AND code_key IS NOT NULL GROUP BY code_key`,
  );
  return rows;
}

async function countDemoAccounts(client: pg.Client): Promise<number> {
  const mails = demoAccounts.filter(({ isDemo }) => isDemo).map(({ mail }) => mail);
  const { count } = await one<{ count: number }>(
    client,
    `SELECT count(*)::int AS count FROM users
     WHERE mail = ANY ($1) AND password_hash IS NOT NULL AND suspended_at IS NULL`,
    [mails],
  );
  return count;
}

async function listRatesAhead(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ rate: string }>(
    `SELECT concat_ws(' ', companies.name, branches.name, currency_code) AS rate
     FROM (
       SELECT company_id, branch, currency_code, updated_at FROM fixings
       UNION ALL SELECT company_id, branch, currency_code, updated_at FROM branch_fixings
     ) AS fixed
     JOIN companies ON companies.id = fixed.company_id LEFT JOIN branches ON branches.id = fixed.branch
     WHERE fixed.updated_at > clock_timestamp() + $1 * interval '1 millisecond'
     ORDER BY rate`,
    [MOST_AHEAD],
  );
  return rows.map(({ rate }) => rate);
}

async function one<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row> {
  const { rows } = await client.query<Row>(text, values);
  // each of these queries returns exactly one row
  return rows[0] as Row;
}
