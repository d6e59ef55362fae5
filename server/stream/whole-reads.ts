import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { readHistoryFile } from '#domain/history/history-csv.ts';
import { MAX_OFFERS } from '#domain/offers/limit.ts';
import { historyFilePath } from '#domain/pages/address.ts';
import type { FindLogo } from '../features/companies/public-logos.ts';
import type { FindHistory } from '../features/pages/history-days.ts';
import { databaseAway } from '../http/http-error.ts';
import { createSlots } from '../http/slots.ts';

const TIMEOUT_MS = 5_000;
/** Logos read at once: those of an answer for a network, and a bound because an unknown name costs a query. */
const MAX_LOGOS = { byNetwork: MAX_OFFERS, inAll: 256 };

/** Reads of a whole instance by HTTP. Without its answer in time they throw an HttpError (503). */
export function openWholeReads(whole: { internalUrl: string; publicHost: string }) {
  const logos = createSlots(MAX_LOGOS);

  // null: a 404
  async function read(path: string): Promise<Buffer | null> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const options = { headers: { host: whole.publicHost }, signal };
    const sent = get(new URL(path, whole.internalUrl), options);
    try {
      const [answer] = await once(sent, 'response', { signal });
      const body = await buffer(answer);
      if (answer.statusCode === 404) return null;
      if (answer.statusCode === 200) return body;
    } catch {
      // no answer, or one that broke off
    }
    throw databaseAway();
  }

  const findHistory: FindHistory = async (code, { from, most }) => {
    const file = await read(historyFilePath(code));
    if (!file) throw databaseAway();
    return readHistoryFile(file.toString())
      .filter(({ day }) => day >= from)
      .slice(-most);
  };
  const findLogo: FindLogo = async (logo, address) => {
    const release = logos.take(address);
    if (!release) throw databaseAway();
    return read(`/images/companies/${logo}.png`).finally(release);
  };
  return { findHistory, findLogo };
}
