/** Three instances on one PostgreSQL: travellers who compare, and bureaux that each fix once a second. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { postRequest } from '../bench/client.ts';
import { addMarket, agentOf, PASSWORD } from '../bench/market.ts';
import { memory } from '../bench/processes.ts';
import type { Server, Servers } from '../bench/servers.ts';
import { findFreePort } from '../server/process/free-port.ts';
import { Caller } from './caller.ts';

const LOGINS_AT_ONCE = 2;
const REQUESTS = 20_000;
const EVERY_MS = 1_000;

type Currency = { code: string; rate: number };

export type Instance = Server & { probePort: number };

export async function startInstances(servers: Servers, count: number, bureaux: number, currencies: number) {
  const url = await servers.database('load', (db) => addMarket(db, bureaux, currencies));
  const probe = pathToFileURL(join(import.meta.dirname, 'heap-probe.ts'));
  const instances: Instance[] = [];
  for (let i = 0; i < count; i++) {
    const probePort = await findFreePort();
    const env = { NODE_OPTIONS: `--import ${probe}`, HEAP_PROBE_PORT: String(probePort) };
    instances.push({ ...(await servers.startParite(url, env)), probePort });
  }
  return instances;
}

/** What each instance holds, in MB: its heap and buffers once the garbage is collected. */
async function heldBy(instances: readonly Instance[]): Promise<number[]> {
  return Promise.all(
    instances.map(async ({ probePort }) => {
      const answer = await fetch(`http://127.0.0.1:${probePort}/`);
      const { held } = (await answer.json()) as { held: number };
      return held / 1024 ** 2;
    }),
  );
}

export async function listServed({ url }: Server): Promise<Currency[]> {
  const all = (await (await fetch(`${url}/api/public/currencies`)).json()) as Currency[];
  return all.filter(({ code }) => code !== 'EUR');
}

/** Every currency both ways, another amount each time; those that most travellers ask for as often as the rest. */
export function comparisons(currencies: readonly Currency[]): Buffer[] {
  return Array.from({ length: REQUESTS }, (_, i) => {
    const { code } = currencies[i % 4 < 2 ? i % 8 : i % currencies.length] as Currency;
    const amount = (100 + ((i * 7919) % 499_900)) / 100;
    const [offer, wish] = i % 3 === 0 ? [code, 'EUR'] : ['EUR', code];
    const asked = { offer: { currency: offer, amount }, wish: { currency: wish } };
    return postRequest('/api/public/offers', JSON.stringify(asked));
  });
}

/** Agents, one a bureau, who each fix another currency every second, on the instances in turn. */
export class Bureaux {
  readonly #agents: Caller[];
  readonly #currencies: readonly Currency[];
  readonly latencies: number[] = [];
  readonly errors: string[] = [];
  /** fixings that were left out because the bureau's former one had taken more than a second */
  late = 0;
  #isStopped = false;
  #running: Promise<void>[] = [];

  private constructor(agents: Caller[], currencies: readonly Currency[]) {
    this.#agents = agents;
    this.#currencies = currencies;
  }

  static async login(instances: readonly Server[], count: number): Promise<Bureaux> {
    const agents: Caller[] = [];
    for (let n = 0; n < count; n += LOGINS_AT_ONCE) {
      const some = Array.from({ length: Math.min(LOGINS_AT_ONCE, count - n) }, (_, i) => {
        const { port } = instances[(n + i) % instances.length] as Server;
        return Caller.login(port, agentOf(n + i + 1), PASSWORD);
      });
      agents.push(...(await Promise.all(some)));
    }
    return new Bureaux(agents, await listServed(instances[0] as Server));
  }

  start(): void {
    this.#running = this.#agents.map((agent, n) => this.#fix(agent, n));
  }

  /** Resolves when the last fixing is acknowledged. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
    for (const agent of this.#agents) agent.close();
  }

  /** What was seen so far; it begins anew after each call. */
  take(): { latencies: number[]; errors: string[]; late: number } {
    const taken = { latencies: this.latencies.splice(0), errors: this.errors.splice(0), late: this.late };
    this.late = 0;
    return taken;
  }

  async #fix(agent: Caller, n: number): Promise<void> {
    // spread over the second
    let due = performance.now() + (n / this.#agents.length) * EVERY_MS;
    for (let i = n; !this.#isStopped; i++) {
      await delay(Math.max(0, due - performance.now()));
      const { code, rate } = this.#currencies[i % this.#currencies.length] as Currency;
      const sale = Number((rate * (0.9 + ((i * 7919) % 990) / 10_000)).toPrecision(6));
      const startedAt = performance.now();
      const asked = { currency: { code }, base: 'EUR', amounts: { purchase: null, sale } };
      await agent.post('/api/fixings/update', asked).then(
        () => this.latencies.push(performance.now() - startedAt),
        (error) => this.errors.push(String(error)),
      );
      for (due += EVERY_MS; due < performance.now(); due += EVERY_MS) this.late += 1;
    }
  }
}

/** Of each instance: what is resident, and what it holds. */
export type Sample = { second: number; mb: number[]; held: number[] };

/** Looked at every few seconds until it is stopped. */
export function watchMemory(instances: readonly Instance[], everySeconds: number) {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const take = async () => {
    const second = (performance.now() - startedAt) / 1000;
    const resident = await Promise.all(instances.map(memory));
    samples.push({ second, mb: resident.map(({ now }) => now), held: await heldBy(instances) });
  };
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await delay(everySeconds * 1000)) await take();
  })();
  return async (): Promise<Sample[]> => {
    isOver = true;
    await watching;
    await take();
    return samples;
  };
}

/** By how much what one instance holds grows, in MB a minute: the line nearest to its samples. */
export function slope(samples: readonly Sample[], instance: number): number {
  const points = samples.map(({ second, held }) => [second / 60, held[instance] ?? 0] as const);
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const rise = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  return rise / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}
