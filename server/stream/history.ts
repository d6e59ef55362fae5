import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import type { HistoryDay } from '#domain/history/history.ts';
import { readHistoryFile } from '#domain/history/history-csv.ts';
import { historyFilePath } from '#domain/pages/address.ts';
import { databaseAway } from '../http/http-error.ts';

const TIMEOUT_MS = 5_000;

// History of a currency from the file that a whole instance serves.
export async function fetchHistory(
  { internalUrl, publicHost }: { internalUrl: string; publicHost: string },
  code: string,
  { from, most }: { from: string; most: number },
): Promise<HistoryDay[]> {
  const address = new URL(historyFilePath(code), internalUrl);
  const file = await read(address, publicHost).catch(() => {
    throw databaseAway();
  });
  return readHistoryFile(file)
    .filter(({ day }) => day >= from)
    .slice(-most);
}

async function read(address: URL, host: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const [answer] = await once(get(address, { headers: { host }, signal }), 'response', { signal });
  const file = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${address.pathname}: ${answer.statusCode}`);
  return file;
}
