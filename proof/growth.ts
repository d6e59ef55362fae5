/** One market of a size, served by an instance of its own, and what is measured of it. */
import { setTimeout as delay } from 'node:timers/promises';
import { aCompanyDraft } from '#domain/testing/companies.ts';
import { drive, type Load } from '../bench/client.ts';
import {
  ADMINISTRATOR_SESSION,
  addBranches,
  addMarket,
  addOwnSheets,
  agentOf,
  PASSWORD,
} from '../bench/market.ts';
import { cpuSeconds, keepToOneCore, memory } from '../bench/processes.ts';
import type { Server, Servers } from '../bench/servers.ts';
import { Caller } from './caller.ts';
import { median } from './figures.ts';
import { Line } from './http.ts';
import { type Start, startOf } from './million.ts';
import type { Currency } from './questions.ts';

const CONNECTIONS = 8;
const OF_A_SHEET = 50;
const FIXINGS = 200;
const READS = 7;
const LOOK_FOR_MS = 5_000;
const ACTS = 10;
const ACTS_APART_MS = 100;
/** Comparisons a second that one core shall answer. */
export const RATE = 1_000;
/** First seconds after changes of branches, in which searches are made again. */
export const APART_SECONDS = 2;

const SEARCHES = ['s', 'sa', 'sai', 'saint', 'saint d', 'saint den', 'paris 1', '69003', 'cdg'].map((q) =>
  Buffer.from(`GET /api/public/places?q=${encodeURIComponent(q)} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
);

export type Comparison = Load & { cpuMicros: number };
export type Fixing = { saved: number[]; shown: number[] };
export type Reading = { ms: number; kB: number };
/** In milliseconds; the first two until a comparison shows it. */
export type Administration = { suspended: number; renamed: number; worstComparison: number };

type Shown = { total: number; offers: { company: { name: string } }[] };

export class Market {
  readonly bureaux: number;
  readonly fixings: number;
  readonly start: Start;
  readonly currencies: readonly Currency[];
  readonly #server: Server;

  private constructor(
    size: { bureaux: number; fixings: number },
    start: Start,
    currencies: readonly Currency[],
  ) {
    this.bureaux = size.bureaux;
    this.fixings = size.fixings;
    this.start = start;
    this.#server = start.server;
    this.currencies = currencies;
  }

  static async open(servers: Servers, bureaux: number, currencyCount: number): Promise<Market> {
    const url = await servers.database(`growth_${bureaux}`, async (db) => {
      await addMarket(db, bureaux, currencyCount);
      await addBranches(db);
      await addOwnSheets(db, OF_A_SHEET);
    });
    const start = await startOf(() => servers.startParite(url));
    const answer = await fetch(`${start.server.url}/api/public/currencies`);
    const all = (await answer.json()) as Currency[];
    const served = all.filter(({ code }) => code !== 'EUR').slice(0, currencyCount);
    return new Market({ bureaux, fixings: bureaux * currencyCount }, start, served);
  }

  memory(): Promise<{ now: number; peak: number }> {
    return memory(this.#server);
  }

  /** So many of these, one after the other on each connection. */
  ask(requests: readonly Buffer[], seconds: number): Promise<Comparison> {
    return this.#drive(requests, { seconds, connections: CONNECTIONS });
  }

  /** A steady stream of these, whether it keeps up or not, on one core from then on; null: this machine keeps nothing to one. */
  async askAtRate(requests: readonly Buffer[], seconds: number): Promise<Load | null> {
    if (!keepToOneCore(this.#server)) return null;
    const pace = { connections: 64, perSecond: RATE, seconds, apartSeconds: APART_SECONDS };
    return drive(this.#server.port, requests, pace);
  }

  /** What is typed of a place, letter by letter. */
  searchPlaces(seconds: number): Promise<Comparison> {
    return this.#drive(SEARCHES, { seconds, connections: CONNECTIONS });
  }

  async #drive(
    requests: readonly Buffer[],
    { seconds, connections }: { seconds: number; connections: number },
  ): Promise<Comparison> {
    const before = await cpuSeconds(this.#server);
    const load = await drive(this.#server.port, requests, { connections, seconds });
    const cpuMicros = (((await cpuSeconds(this.#server)) - before) * 1e6) / load.total;
    return { ...load, cpuMicros };
  }

  /** One rate after the other, each looked for in the comparison as soon as it is asked for. */
  async fix(): Promise<Fixing> {
    const agent = await Caller.login(this.#server.port, agentOf(1), PASSWORD);
    const traveller = new Line(this.#server.port, new Set());
    const fixing: Fixing = { saved: [], shown: [] };
    for (let i = 0; i < FIXINGS; i++) {
      const { code, rate } = this.currencies[i % this.currencies.length] as Currency;
      // the best rate of all, so that it is among the offers shown
      const sale = Number((rate * (1 + (i + 1) / 10_000)).toPrecision(6));
      const startedAt = performance.now();
      const asked = { currency: { code }, base: 'EUR', amounts: { purchase: null, sale } };
      const { updated_at }: { updated_at: string } = JSON.parse(
        await agent.post('/api/fixings/update', asked),
      );
      fixing.saved.push(performance.now() - startedAt);
      await this.#show(traveller, code, updated_at);
      fixing.shown.push(performance.now() - startedAt);
    }
    agent.close();
    traveller.close();
    return fixing;
  }

  async #show(traveller: Line, code: string, updatedAt: string): Promise<void> {
    const body = { offer: { currency: 'EUR', amount: 1_000 }, wish: { currency: code } };
    const asked = { host: 'localhost', method: 'POST', path: '/api/public/offers', body };
    const until = performance.now() + LOOK_FOR_MS;
    while (!(await traveller.ask(asked)).text.includes(`"updated_at":"${updatedAt}"`)) {
      if (performance.now() > until) throw new Error(`${code}, fixed at ${updatedAt}, is not shown`);
    }
  }

  /** What an administrator reads, each several times: the median. */
  async read(paths: readonly string[]): Promise<Reading[]> {
    const administrator = await Caller.resume(this.#server.port, ADMINISTRATOR_SESSION);
    const readings: Reading[] = [];
    for (const path of paths) {
      const times: number[] = [];
      let length = 0;
      for (let i = 0; i < READS; i++) {
        const startedAt = performance.now();
        length = (await administrator.get(path)).length;
        times.push(performance.now() - startedAt);
      }
      readings.push({ ms: median(times), kB: length / 1000 });
    }
    administrator.close();
    return readings;
  }

  /** A bureau is suspended, comes back, and takes a name that stands elsewhere, under these comparisons. */
  async administer(requests: readonly Buffer[]): Promise<Administration> {
    const administrator = await Caller.resume(this.#server.port, ADMINISTRATOR_SESSION);
    const traveller = new Line(this.#server.port, new Set());
    const suspended: number[] = [];
    const renamed: number[] = [];
    // not all: what a bureau's only counter has on no sheet of its own, it does not sell
    const { total } = await this.#ask(traveller);
    const acting = (async () => {
      for (let i = 0; i < ACTS; i++) {
        // by then comparisons are under way, and the book has taken in the act before
        await delay(ACTS_APART_MS);
        const is_suspended = i % 2 === 0;
        const count = is_suspended ? total - 1 : total;
        const act = administrator.post('/api/companies/suspend', { id: 2, is_suspended });
        suspended.push(await this.#shows(traveller, act, (shown) => shown.total === count));
        await delay(ACTS_APART_MS);
        // the first bureau: its agent has fixed the best rate of all
        const name = `${is_suspended ? 'Abri' : 'Zinc'} n° ${i}`;
        const draft = aCompanyDraft({ name, site: 'https://bureau-1.example' });
        const edit = administrator.post('/api/companies/edit', { id: 1, ...draft });
        renamed.push(await this.#shows(traveller, edit, ({ offers }) => offers[0]?.company.name === name));
      }
    })();
    let isOver = false;
    const over = acting.finally(() => {
      isOver = true;
    });
    // awaited below, and it may fail before
    over.catch(() => undefined);
    let worst = 0;
    while (!isOver) {
      const { worst: slowest } = await this.#drive(requests, { seconds: 1, connections: 2 });
      worst = Math.max(worst, slowest);
    }
    await over;
    administrator.close();
    traveller.close();
    return { suspended: median(suspended), renamed: median(renamed), worstComparison: worst };
  }

  /** How long it takes from an act that was just asked for until a comparison is as awaited, in milliseconds. */
  async #shows(traveller: Line, act: Promise<string>, isShown: (shown: Shown) => boolean): Promise<number> {
    const startedAt = performance.now();
    await act;
    const until = startedAt + 60_000;
    while (!isShown(await this.#ask(traveller))) {
      if (performance.now() > until) throw new Error('what an administrator did is not shown');
    }
    return performance.now() - startedAt;
  }

  async #ask(traveller: Line): Promise<Shown> {
    const body = { offer: { currency: 'EUR', amount: 1_000 }, wish: { currency: 'USD' } };
    const asked = { host: 'localhost', method: 'POST', path: '/api/public/offers', body };
    return JSON.parse((await traveller.ask(asked)).text);
  }
}
