/** A market whose bureaux all follow the mid rates, new mid rates for it, and travellers who compare meanwhile. */
import { sql } from 'kysely';
import { addMarket } from '../bench/market.ts';
import { cpuSeconds } from '../bench/processes.ts';
import type { Server, Servers } from '../bench/servers.ts';
import { type Db, openDatabase } from '../server/db/open.ts';
import { importRates } from '../server/features/rates-feed/import-rates.ts';
import { quantile } from './figures.ts';
import { Line } from './http.ts';

const LOOK_EVERY_MS = 100;
const LOOK_FOR_MS = 10 * 60_000;
/** So that the last bureau to be carried is the first that a comparison shows. */
const LAST_MARGIN = 0.1;

type Shown = { offers: { company: { name: string }; updated_at: string }[] };
export type Pace = { count: number; p50: number; p99: number; worst: number };
/** `cpuMs`: of the instance's processor time, comparisons too. */
export type Carried = { ms: number; shownMs: number; cpuMs: number; lines: number; confirmed: number };

export class FollowingMarket {
  readonly #db: Db;
  readonly #close: () => Promise<void>;
  readonly #server: Server;
  readonly #bureaux: number;
  #rates: Readonly<Record<string, number>> = {};

  private constructor(server: Server, bureaux: number, url: string) {
    const { db, close } = openDatabase(url, { statementTimeoutMs: 60_000 });
    [this.#server, this.#bureaux, this.#db, this.#close] = [server, bureaux, db, close];
  }

  static async open(servers: Servers, bureaux: number, currencies: number): Promise<FollowingMarket> {
    const url = await servers.database('margins', async (db) => {
      await addMarket(db, bureaux, currencies);
      await addRules(db, bureaux);
    });
    const market = new FollowingMarket(await servers.startParite(url), bureaux, url);
    const mids = await market.#db.selectFrom('mid_rates').select(['currency_code', 'rate']).execute();
    market.#rates = Object.fromEntries(mids.map(({ currency_code, rate }) => [currency_code, Number(rate)]));
    return market;
  }

  /** Has every mid rate be `times` what it was at first, and waits until the last bureau is seen to follow. */
  async carry(times: number): Promise<Carried> {
    const rates = Object.entries(this.#rates).map(([code, rate]) => [code.toLowerCase(), rate * times]);
    const now = new Date();
    const text = JSON.stringify({ date: now.toISOString().slice(0, 10), eur: Object.fromEntries(rates) });
    const lines = await this.#countLines();
    const cpu = await cpuSeconds(this.#server);
    const startedAt = performance.now();
    await importRates(this.#db, text, { source: 'proof', now });
    const ms = await this.#until(startedAt, () => this.#isCarried(now));
    const shownMs = await this.#until(startedAt, () => this.#isShown(now));
    const cpuMs = ((await cpuSeconds(this.#server)) - cpu) * 1000;
    const { confirmed } = await this.#db
      .selectFrom('fixings')
      .where('updated_at', '>', now)
      .select((eb) => eb.fn.countAll<number>().as('confirmed'))
      .executeTakeFirstOrThrow();
    return { ms, shownMs, cpuMs, lines: (await this.#countLines()) - lines, confirmed };
  }

  /** One comparison every `everyMs`, whatever became of the one before it, for as long as `until` takes. */
  async compare(until: Promise<unknown>, everyMs: number): Promise<Pace> {
    const codes = Object.keys(this.#rates);
    const lines = Array.from({ length: 4 }, () => new Line(this.#server.port, new Set()));
    const latencies: number[] = [];
    const asked: Promise<void>[] = [];
    let isOver = false;
    const over = until.finally(() => {
      isOver = true;
    });
    let due = performance.now();
    for (let i = 0; !isOver; i++) {
      due += everyMs;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      const body = {
        offer: { currency: 'EUR', amount: 100 + (i % 900) },
        wish: { currency: codes[i % codes.length] },
      };
      const sentAt = performance.now();
      // the line is free long before its turn comes again, unless the server is late: then that counts
      const line = lines[i % lines.length] as Line;
      const asking = line.ask({ host: 'localhost', method: 'POST', path: '/api/public/offers', body });
      asked.push(
        asking.then(({ status }) => {
          if (status !== 200) throw new Error(`a comparison was answered ${status}`);
          latencies.push(performance.now() - sentAt);
        }),
      );
    }
    await over;
    await Promise.all(asked);
    for (const line of lines) line.close();
    return {
      count: latencies.length,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      worst: quantile(latencies, 1),
    };
  }

  async close(): Promise<void> {
    await this.#close();
  }

  async #until(startedAt: number, isSo: () => Promise<boolean>): Promise<number> {
    while (!(await isSo())) {
      if (performance.now() - startedAt > LOOK_FOR_MS)
        throw new Error('the mid rates were not carried through');
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return performance.now() - startedAt;
  }

  /** The queue holds nothing of it any more, and the last bureau has followed. */
  async #isCarried(since: Date): Promise<boolean> {
    const { rows } = await sql<{ done: boolean }>`
      SELECT min(updated_at) > ${since} AND NOT EXISTS (
        SELECT FROM graphile_worker.jobs WHERE task_identifier = 'carry-margins'
      ) AS done FROM fixings WHERE company_id = ${this.#bureaux}`.execute(this.#db);
    return rows[0]?.done === true;
  }

  async #isShown(since: Date): Promise<boolean> {
    const answer = await fetch(`${this.#server.url}/api/public/offers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ offer: { currency: 'EUR', amount: 1_000 }, wish: { currency: 'USD' } }),
    });
    const [first] = ((await answer.json()) as Shown).offers;
    return first !== undefined && new Date(first.updated_at) > since;
  }

  async #countLines(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('fixing_logs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }
}

/** Each its own margin for all that it serves, the last one the smallest. */
async function addRules(db: Db, bureaux: number): Promise<void> {
  await sql`
    INSERT INTO margin_sheets (company_id, groups, rules, updated_at)
    SELECT id, '[]', jsonb_build_array(jsonb_build_object(
      'target', jsonb_build_object('kind', 'all'), 'follows', true,
      'purchase_margin', margin, 'sale_margin', margin,
      'rounding', jsonb_build_object('kind', 'digits', 'digits', 5),
      'least_change', 0, 'floor', null, 'ceiling', null)), now()
    FROM companies CROSS JOIN LATERAL (
      SELECT CASE WHEN id = ${bureaux} THEN ${LAST_MARGIN}::numeric ELSE 0.5 + (id * 7919 % 850) / 100.0 END
    ) AS drawn (margin)`.execute(db);
}
