import { PUBLISHED_PASSWORD } from '../config.ts';
import { seedDemo } from '../seed/seed.ts';
import { copyShared, type TestDatabase } from './database.ts';

/** Copy of a database with the demonstration, which is seeded once a run. */
export function createSeededDatabase(): Promise<TestDatabase> {
  return copyShared('seeded', (db) => seedDemo(db, { now: new Date(), demoPassword: PUBLISHED_PASSWORD }));
}
