import type { Db } from '../db/open.ts';
import { startTestApp, type TestApp } from './app.ts';
import { createTestDatabase } from './database.ts';
import { furnishOffice, type Office } from './office.ts';

export type OpenOffice = Office & Omit<TestApp, 'close'> & { db: Db; url: string; close(): Promise<void> };

/** Starts a server over a new database with companies and accounts. Resolves once rates and articles are loaded. */
export async function openOffice(
  settings: Record<string, string> = {},
  now: () => Date = () => new Date(),
  parts: Parameters<typeof startTestApp>[3] = {},
): Promise<OpenOffice> {
  const database = await createTestDatabase();
  const office = await furnishOffice(database.db);
  const server = await startTestApp(database.url, now, { RATE_LIMIT: '999999999', ...settings }, parts);
  await Promise.all([server.book.loaded, server.blog.loaded]);
  return {
    ...office,
    ...server,
    db: database.db,
    url: database.url,
    async close() {
      await server.close();
      await database.close();
    },
  };
}
