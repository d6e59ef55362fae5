import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Db } from '../db/open.ts';
import { aCurrencyRow, aMidRateRow } from './rows.ts';

/** A publisher of mid rates, on a real port. */
export interface Publisher {
  /** its address, with the name and password given */
  url(path?: string, credentials?: string): string;
  /** every request so far */
  asked: { url: string | undefined; authorization: string | undefined }[];
  /** Sets the next answers. A function handles each request by itself. */
  publish(answer: string | Buffer | RequestListener, status?: number, headers?: Record<string, string>): void;
  close(): Promise<void>;
}

export async function openPublisher(): Promise<Publisher> {
  let listener: RequestListener = (_request, response) => response.end();
  const asked: Publisher['asked'] = [];
  const server = createServer((request, response) => {
    // the header of Node would have the machine's clock
    response.setHeader('date', new Date().toUTCString());
    asked.push({ url: request.url, authorization: request.headers.authorization });
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // a server that listens on TCP has an address with a port
  const { port } = server.address() as AddressInfo;
  return {
    url: (path = '/', credentials = '') =>
      `http://${credentials && `${credentials}@`}127.0.0.1:${port}${path}`,
    asked,
    publish(answer, status = 200, headers = {}) {
      listener =
        typeof answer === 'function'
          ? answer
          : (_request, response) => response.writeHead(status, headers).end(answer);
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A day of rates as the European Central Bank writes it. */
export function ecbXml(day: string, rates: Record<string, string>): string {
  const cubes = Object.entries(rates).map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<Cube><Cube time='${day}'>${cubes.join('\n')}</Cube></Cube>
</gesmes:Envelope>`;
}

/** Rates of a day in the JSON format. */
export function ratesJson(day: string, rates: Record<string, number>): string {
  return JSON.stringify({ date: day, eur: rates });
}

/** Rates that `holdRates` stores, in the format of `heldRates`. */
export const FIRST_RATES = {
  USD: '1.13 2026-09-28 currency-api',
  GBP: '0.87 2026-09-28 currency-api',
} as const;

/** Replaces all mid rates by those of one day, without the yen. */
export async function holdRates(db: Db): Promise<void> {
  for (const table of ['mid_rates', 'rate_jumps', 'rates_feed'] as const)
    await db.deleteFrom(table).execute();
  await db
    .insertInto('currencies')
    .values([
      aCurrencyRow({ code: 'EUR', label: 'euro', position: 1 }),
      aCurrencyRow({ code: 'USD', label: 'dollar des États-Unis', position: 2 }),
      aCurrencyRow({ code: 'GBP', label: 'livre sterling' }),
      aCurrencyRow({ code: 'JPY', label: 'yen' }),
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('mid_rates')
    .values(
      Object.entries(FIRST_RATES).map(([currency_code, held]) => {
        const [rate = '', day, source = ''] = held.split(' ');
        return aMidRateRow({ currency_code, at: new Date(`${day}T00:00:00Z`), rate, source });
      }),
    )
    .execute();
}

/** The newest rate of each currency, its day and its source. */
export async function heldRates(db: Db): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('mid_rates')
    .distinctOn('currency_code')
    .selectAll()
    .orderBy('currency_code')
    .orderBy('at', 'desc')
    .execute();
  return Object.fromEntries(
    rows.map(({ currency_code, rate, at, source }) => [
      currency_code,
      `${Number(rate)} ${at.toISOString().slice(0, 10)} ${source}`,
    ]),
  );
}
