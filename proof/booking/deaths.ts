/** What dies while a bureau's travellers and agents are at work, and comes back. */
import { setTimeout as delay } from 'node:timers/promises';
import { INSTANCES, type Scene } from './scene.ts';

export type Death = 'nothing' | 'kill -9 of an instance' | 'kill -9 of PostgreSQL' | 'kill -9 of both';
/** In turn. */
export const DEATHS: readonly Death[] = [
  'nothing',
  'kill -9 of an instance',
  'kill -9 of PostgreSQL',
  'nothing',
  'kill -9 of both',
];

const LATEST_MS = 1_500;

/** At a moment that is drawn; back once all serve again. */
export async function strike(scene: Scene, death: Death, draw: () => number): Promise<void> {
  const isOfPostgres = death === 'kill -9 of PostgreSQL' || death === 'kill -9 of both';
  const isOfInstance = death === 'kill -9 of an instance' || death === 'kill -9 of both';
  const [first, second, place] = [draw() * LATEST_MS, draw() * LATEST_MS, Math.floor(draw() * INSTANCES)];
  await Promise.all([
    isOfPostgres && delay(first).then(() => scene.killPostgres(draw)),
    isOfInstance && delay(second).then(() => scene.killInstance(place)),
  ]);
  // an instance does not start without its database
  if (isOfInstance) await scene.startInstance(place);
}

const LOOK_EVERY_MS = 100;
/** In one look: what is held and what the stock says of it must agree at every moment, and never pass what is ready. */
const TORN = `
  SELECT s.id::int, ready, promised, coalesce(sum(handed_over), 0) AS held FROM stocks s
  LEFT JOIN reservations r ON r.stock_id = s.id AND r.state NOT IN ('declined', 'lapsed', 'cancelled')
  WHERE s.branch = ANY ($1) AND s.day IS NOT NULL GROUP BY s.id
  HAVING promised <> coalesce(sum(handed_over), 0) OR promised > ready`;

/** Looks at the stocks from outside while all goes on. */
export class Watch {
  looks = 0;
  readonly wrong: string[] = [];
  #isOver = false;
  readonly #watching: Promise<void>;

  constructor(scene: Scene, branches: readonly number[]) {
    this.#watching = this.#watch(scene, branches);
  }

  async #watch(scene: Scene, branches: readonly number[]): Promise<void> {
    while (!this.#isOver) {
      const torn = await scene
        .ask<{ id: number; ready: string; promised: string; held: string }>(TORN, [branches])
        .catch(() => null);
      if (torn) this.looks += 1;
      for (const { id, ready, promised, held } of torn ?? [])
        this.wrong.push(`stock ${id}: ${promised} promised and ${held} held of ${ready}, while all went on`);
      await delay(LOOK_EVERY_MS);
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
  }
}
