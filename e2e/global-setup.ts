import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startTestEmbedded } from '../server/testing/embedded.ts';
import { endServer, startServer } from '../server/testing/server-process.ts';

const SECRET = 'only-for-the-browser-tests-0123456789';
const ROOT = join(import.meta.dirname, '..');

/**
 * The real server over a real PostgreSQL with the demonstration data, all of its own: the tests find the
 * addresses in E2E_PORT and E2E_DATABASE_URL, and the mails under E2E_DATA_DIR,
 * what signs the links in E2E_SECRET.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync(join(ROOT, 'dist/site/index.html'))) {
    throw new Error('The pages are not built: run npm run build first.');
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'parite-e2e-'));
  const database = await startTestEmbedded(dataDir);
  const stopDatabase = async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO: 'on',
    DEMO_MOVES: 'off',
    SECRET,
    RATE_LIMIT: '100000',
    SIGN_UP_LIMIT: '100000',
    // the clock of the machine's own zone shows nowhere: the browser's is another
    TZ: 'America/Martinique',
  }).catch(async (error) => {
    await stopDatabase();
    throw error;
  });
  await refresh(database.url);
  process.env.E2E_PORT = String(server.port);
  process.env.E2E_DATABASE_URL = database.url;
  process.env.E2E_DATA_DIR = dataDir;
  process.env.E2E_SECRET = SECRET;
  return async () => {
    await endServer(server.child);
    await stopDatabase();
  };
}

/** Most bureaux close on Sundays: on a Monday before they open their rates are to be confirmed, which tests age themselves. */
async function refresh(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `UPDATE fixings SET updated_at = now() - interval '3 hours' WHERE updated_at < now() - interval '12 hours'`,
  );
  await client.end();
}
