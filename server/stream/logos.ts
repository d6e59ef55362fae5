import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@nats-io/obj';
import type { Db } from '../db/open.ts';
import { selectLogo, selectLogoNames } from '../features/companies/logos.queries.ts';
import type { FindLogo } from '../features/companies/public-logos.ts';
import { databaseAway } from '../http/http-error.ts';
import { createSlots } from '../http/slots.ts';
import { ANSWER_TIMEOUT_MS, LOGO_PREFIX, type Nats, readObject } from './nats.ts';

/** Stores uploaded logos that the bucket lacks, before a message names them. */
export async function storeLogos(db: Db, store: ObjectStore, names: readonly string[]): Promise<void> {
  for (const logo of await selectLogoNames(db, names)) {
    const known = await store.info(LOGO_PREFIX + logo);
    if (!known || known.deleted) await put(db, store, logo);
  }
}

export async function syncLogos(db: Db, store: ObjectStore, signal: AbortSignal): Promise<void> {
  // listed before the database is read, so that a logo stored meanwhile is not deleted
  const there = new Set(
    (await store.list()).map(({ name }) => name).filter((name) => name?.startsWith(LOGO_PREFIX)),
  );
  for (const logo of await selectLogoNames(db, null)) {
    signal.throwIfAborted();
    if (!there.delete(LOGO_PREFIX + logo)) await put(db, store, logo);
  }
  for (const gone of there) {
    signal.throwIfAborted();
    await store.delete(gone);
  }
}

async function put(db: Db, store: ObjectStore, logo: string): Promise<void> {
  const png = await selectLogo(db, logo);
  // null: replaced meanwhile
  if (png) await store.putBlob({ name: LOGO_PREFIX + logo }, png, { timeout: ANSWER_TIMEOUT_MS });
}

/** Concurrent reads, bounded because an unknown name costs the engine a request. */
const MAX_READS = { byNetwork: 8, inAll: 64 };
const ANSWERS_PER_READ = 3;

/** Logos that the relay has stored. Throws an HttpError (503) when the engine does not answer. */
export function createLogoFinder(nats: Nats): FindLogo {
  const reads = createSlots(MAX_READS);
  return async (logo, address) => {
    const release = reads.take(address);
    if (!release) throw databaseAway();
    try {
      const found = await readObject(nats, LOGO_PREFIX + logo);
      if (!found) return null;
      const late = AbortSignal.timeout(ANSWERS_PER_READ * ANSWER_TIMEOUT_MS);
      return await buffer(addAbortSignal(late, found.data));
    } catch {
      throw databaseAway();
    } finally {
      release();
    }
  };
}
