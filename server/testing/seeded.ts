import { PUBLISHED_PASSWORD } from '../config.ts';
import { seedDemo } from '../seed/seed.ts';
import { copyShared, type TestDatabase } from './database.ts';

/** A database of the caller's own with the demonstration, as it was seeded in this run: minutes ago at most. */
export function createSeededDatabase(): Promise<TestDatabase> {
  return copyShared('seeded', (db) => seedDemo(db, { now: new Date(), demoPassword: PUBLISHED_PASSWORD }));
}
