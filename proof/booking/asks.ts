/** Every request for a reservation, under its key, and each answer to it; held against the rows that are there. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Heard, isOpenQuestion, type Person, post } from './caller.ts';
import type { Bureau, Fixed, Scene } from './scene.ts';

/** `at`: the order of events, in which a sending and its answer have a place each. `heardAt`: by the clock. */
type Answer = { sentAt: number; at: number; heardAt: number; heard: Heard };
export type Ask = {
  traveller: Person;
  bureau: Bureau;
  key: string;
  branch: number;
  amount: number;
  seen: Fixed;
  pickupAt: string;
  answers: Answer[];
};
export type Wish = Pick<Ask, 'traveller' | 'bureau' | 'branch' | 'amount' | 'pickupAt'>;

/** A row of what was reserved, as PostgreSQL writes it. */
export type Reserved = {
  id: string;
  request_key: string;
  traveller_id: number;
  branch: number;
  state: string;
  code: string;
  rate: string;
  fixed_at: Date;
  offered: string;
  handed_over: string;
  stock_id: number;
  pickup_at: Date;
  due_at: Date;
  requested_at: Date;
  ended_at: Date | null;
};

/** What a request may be refused with: there is not enough, or the rate is another one by now. */
const REFUSALS = ['out_of_stock', 'rate_changed'];
const AGAIN_MS = 150;

export class Asks {
  readonly all: Ask[] = [];
  /** when which rate was acknowledged to the agent who fixed it */
  readonly #fixed: { at: number; bureau: Bureau; fixed: Fixed }[] = [];
  readonly #scene: Scene;
  #order = 0;
  /** requests that a repetition of their key had to tell the end of */
  repeated = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Writes down what is about to be asked, at the rate that is shown now or another one. */
  begin(wish: Wish, seen: Fixed = wish.bureau.fixed): Ask {
    const ask = { ...wish, seen, key: randomUUID(), answers: [] };
    this.all.push(ask);
    return ask;
  }

  async send(ask: Ask, place: number): Promise<Heard> {
    const sentAt = ++this.#order;
    const body = {
      company: ask.bureau.site,
      branch: ask.branch,
      side: 'sale',
      currency: { code: 'USD' },
      target: 'wish',
      amount: ask.amount,
      rate: ask.seen.rate,
      updated_at: ask.seen.updatedAt,
      pickup_at: ask.pickupAt,
      payment: 'cash',
      notes: '',
      // a traveller of the proof may mean the same twice
      is_meant_again: true,
    };
    const port = this.#scene.portOf(place);
    const heard = await post(port, ask.traveller, '/api/traveller/reservations', body, ask.key);
    ask.answers.push({ sentAt, at: ++this.#order, heardAt: Date.now(), heard });
    return heard;
  }

  /** As the page has one do: the same again, of whichever instance answers, until it has been answered. */
  async sendUntilAnswered(ask: Ask, place: number, until: number): Promise<Heard | null> {
    for (let turn = place; ; turn++) {
      const heard = await this.send(ask, turn);
      if (!isOpenQuestion(heard)) return heard;
      if (performance.now() > until) return null;
      await delay(AGAIN_MS);
    }
  }

  /** Once all is quiet: whoever does not know yet asks again under the same key. */
  async settle(asks: readonly Ask[], withinMs: number): Promise<void> {
    const until = performance.now() + withinMs;
    const open = asks.filter(({ answers }) => !answers.some(({ heard }) => !isOpenQuestion(heard)));
    this.repeated += open.length;
    await Promise.all(open.map((ask, i) => this.sendUntilAnswered(ask, i, until)));
    // one of two that were sent at once was answered, and nobody knows of the other: the key says
    const torn = asks.filter(
      (ask) => idOf(ask) === null && ask.answers.some(({ heard }) => heard.isSent && isOpenQuestion(heard)),
    );
    await Promise.all(torn.map((ask, i) => this.sendUntilAnswered(ask, i, until)));
  }

  noteFixed(bureau: Bureau, fixed: Fixed): void {
    this.#fixed.push({ at: ++this.#order, bureau, fixed });
  }

  /** Says what does not hold of these, in a sentence each. */
  check(asks: readonly Ask[], rows: readonly Reserved[], largest: number): string[] {
    const byKey = new Map(asks.map((ask) => [ask.key, ask]));
    const ofKey = new Map<string, Reserved>();
    const wrong: string[] = [];
    for (const row of rows) {
      if (!byKey.has(row.request_key)) wrong.push(`reservation ${row.id}: nobody asked for it`);
      if (ofKey.has(row.request_key)) wrong.push(`reservation ${row.id}: its key has another one`);
      ofKey.set(row.request_key, row);
    }
    for (const ask of asks) {
      const row = ofKey.get(ask.key);
      const found = [...checkAnswers(ask), ...(row ? this.#checkRow(ask, row, largest) : checkNone(ask))];
      wrong.push(...found.map((sentence) => `request ${ask.key}: ${sentence}`));
    }
    return wrong;
  }

  #checkRow(ask: Ask, row: Reserved, largest: number): string[] {
    const id = idOf(ask);
    const firstSent = Math.min(...ask.answers.map(({ sentAt }) => sentAt));
    const known = this.#fixed.findLast(({ at, bureau }) => at < firstSent && bureau === ask.bureau)?.fixed;
    const checks: [boolean, string][] = [
      [id === null, `reservation ${row.id} is there, and its key was never answered so`],
      [id !== null && id !== row.id, `answered as ${id}, and there as ${row.id}`],
      [row.traveller_id !== ask.traveller.id, 'made for another traveller'],
      [row.branch !== ask.branch, 'made at another branch'],
      [Number(row.handed_over) !== ask.amount, `${row.handed_over} in place of ${ask.amount}`],
      [Number(row.rate) !== ask.seen.rate, `frozen at ${row.rate} in place of ${ask.seen.rate}`],
      [row.fixed_at.toISOString() !== ask.seen.updatedAt, 'frozen at another fixing than was seen'],
      [Math.abs(Number(row.offered) - ask.amount / ask.seen.rate) > 0.011, `paid with ${row.offered}`],
      [ask.amount > largest, 'one traveller holds more than its share'],
      [
        known !== undefined && ask.seen.updatedAt < known.updatedAt,
        'frozen at a rate that had been replaced, and acknowledged, before it was asked for',
      ],
      // its letters are in the answer, and no other ones
      [ask.answers.some(({ heard }) => isMade(heard) && heard.body.code !== row.code), 'told another code'],
      [
        ask.answers.some(({ heard }) => isMade(heard) && Number(heard.body.rate) !== Number(row.rate)),
        'told another rate than is frozen',
      ],
    ];
    return checks.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []));
  }
}

/** The reservation that a request was answered with. */
export function idOf({ answers }: Ask): string | null {
  const made = answers.find(({ heard }) => isMade(heard));
  return made ? String(made.heard.body.id) : null;
}

export function isMade({ status }: Heard): boolean {
  return status === 201;
}

function checkNone(ask: Ask): string[] {
  const id = idOf(ask);
  return id === null ? [] : [`answered as reservation ${id}, and lost`];
}

function checkAnswers({ answers, pickupAt }: Ask): string[] {
  const wrong: string[] = [];
  const made = answers.filter(({ heard }) => isMade(heard));
  if (new Set(made.map(({ heard }) => heard.body.id)).size > 1) wrong.push('answered with two reservations');
  const madeAt = Math.min(...made.map(({ at }) => at));
  for (const { heard, sentAt, heardAt } of answers) {
    if (isMade(heard) || isOpenQuestion(heard)) continue;
    const isLate = heard.body.code === 'too_soon' && Date.parse(pickupAt) < heardAt;
    if (!isLate && (heard.status !== 409 || !REFUSALS.includes(String(heard.body.code))))
      wrong.push(`answered ${heard.status} ${heard.body.code}`);
    if (sentAt > madeAt) wrong.push(`refused (${heard.body.code}) after it was made`);
  }
  if (answers.every(({ heard }) => isOpenQuestion(heard))) wrong.push('never answered');
  return wrong;
}
