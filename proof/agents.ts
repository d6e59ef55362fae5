/** Agents who fix rates through the API without a pause, and write down each answer. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Flight, Line, NotSentError } from './http.ts';
import type { Attempt, Ledger } from './ledger.ts';

const OFFICE = 'backoffice.localhost';
const PASSWORD = 'parite-demo-2026';
const MAILS = ['agent@parite.example', 'agent2@parite.example'];
const OWN_CODES = [
  ['USD', 'GBP', 'CHF'],
  ['JPY', 'CAD', 'AUD'],
  ['MAD', 'THB', 'TRY'],
];
/** Fixed by all who work for the bureau, so that they overwrite each other. */
const SHARED_CODES = ['SEK', 'NOK'];
/** Fixed by `fixAndSee` alone. */
const OWN_CODE = 'DKK';
const LOOK_EVERY_MS = 10;
const PAUSE_MS = 15;
const AFTER_FAILURE_MS = 50;

/** A write, and how long its answer took; null: it had none. */
export type SaveTime = { ms: number; status: number | null; text: string; at: number };

type Account = { cookie: string; xsrf: string; companyId: number };

export class Agents {
  readonly #port: number;
  readonly #ledger: Ledger;
  readonly #draw: () => number;
  readonly #onSave: (save: SaveTime) => void;
  /** what is under way now */
  readonly flights: Set<Flight>;
  /** answers that no state of the server or the database explains */
  readonly wrong: string[] = [];
  #isStopped = false;
  #open = Promise.withResolvers<void>();
  #busy = 0;
  readonly #accounts: Account[] = [];
  #running: Promise<void>[] = [];

  constructor(
    port: number,
    ledger: Ledger,
    {
      draw,
      flights,
      onSave = () => undefined,
    }: { draw: () => number; flights: Set<Flight>; onSave?: (save: SaveTime) => void },
  ) {
    this.#port = port;
    this.#ledger = ledger;
    this.#draw = draw;
    this.flights = flights;
    this.#onSave = onSave;
  }

  async start(): Promise<void> {
    for (const mail of MAILS) {
      const line = new Line(this.#port, this.flights);
      const account = await login(line, mail);
      line.close();
      this.#accounts.push(account);
      for (const codes of OWN_CODES) this.#running.push(this.#work(account, codes));
    }
    this.resume();
  }

  /** Fixes one rate as soon as that is possible, and looks for it in the comparison: when each was done. */
  async fixAndSee(): Promise<{ saved: number; shown: number }> {
    const [account] = this.#accounts;
    if (!account) throw new Error('nobody has logged in');
    const line = new Line(this.#port, new Set());
    const seen = new Map<string, string>();
    while (!(await this.#save(line, account, [OWN_CODE], seen, () => 0))) await delay(LOOK_EVERY_MS);
    const saved = performance.now();
    const body = { offer: { currency: 'EUR', amount: 100 }, wish: { currency: OWN_CODE } };
    const asked = { host: 'localhost', method: 'POST', path: '/api/public/offers', body };
    while (!(await line.ask(asked)).text.includes(`"updated_at":"${seen.get(OWN_CODE)}"`))
      await delay(LOOK_EVERY_MS);
    line.close();
    return { saved, shown: performance.now() };
  }

  resume(): void {
    this.#open.resolve();
  }

  /** Resolves when nothing is under way any more. */
  async pause(): Promise<void> {
    this.#open = Promise.withResolvers();
    while (this.#busy > 0) await delay(5);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#open.resolve();
    await Promise.all(this.#running);
  }

  /** One after the other on a connection of its own. */
  async #work(account: Account, codes: readonly string[]): Promise<void> {
    const line = new Line(this.#port, this.flights);
    const seen = new Map<string, string>();
    while (!this.#isStopped) {
      await this.#open.promise;
      this.#busy += 1;
      const isSure = await this.#save(line, account, codes, seen).finally(() => {
        this.#busy -= 1;
      });
      await delay(isSure ? this.#draw() * PAUSE_MS : AFTER_FAILURE_MS);
    }
    line.close();
  }

  async #save(
    line: Line,
    account: Account,
    codes: readonly string[],
    seen: Map<string, string>,
    draw = this.#draw,
  ): Promise<boolean> {
    const choice = Math.floor(draw() * (codes.length + SHARED_CODES.length));
    const code = codes[choice] ?? SHARED_CODES[choice - codes.length] ?? '';
    const purchase = draw() < 0.5 ? null : (1e5 + Math.round(draw() * 1e6)) / 1e5;
    const attempt = this.#ledger.send({ companyId: account.companyId, code, purchase });
    // some as the page does, which says what it has last seen
    const seenAt = codes.includes(code) && draw() < 0.3 ? seen.get(code) : undefined;
    const startedAt = performance.now();
    let status: number | null = null;
    let text = '';
    try {
      const answer = await line.ask({
        host: OFFICE,
        method: 'POST',
        path: '/api/fixings/update',
        headers: { cookie: account.cookie, 'x-xsrf-token': account.xsrf },
        body: {
          currency: { code },
          base: 'EUR',
          amounts: { purchase: purchase ?? '', sale: attempt.sale },
          ...(seenAt !== undefined && { updated_at: seenAt }),
        },
      });
      ({ status, text } = answer);
      this.#settle(attempt, answer, seen, seenAt);
    } catch (error) {
      this.#ledger.settle(attempt, error instanceof NotSentError ? 'refused' : 'unknown');
    }
    this.#onSave({ ms: performance.now() - startedAt, status, text, at: startedAt });
    return status === 200;
  }

  #settle(attempt: Attempt, { status, text }: Answer, seen: Map<string, string>, seenAt?: string): void {
    const { code } = attempt;
    if (status === 200) {
      const { updated_at, sale } = JSON.parse(text);
      if (sale !== attempt.sale)
        this.wrong.push(`${code}: ${attempt.sale} was asked for, ${sale} acknowledged`);
      this.#ledger.settle(attempt, 'acknowledged', updated_at);
      seen.set(code, updated_at);
    } else if (status === 503) {
      this.#ledger.settle(attempt, 'unknown');
    } else if (status === 409) {
      this.#ledger.settle(attempt, 'refused');
      const { current } = JSON.parse(text);
      // another one was saved meanwhile: its answer was lost
      if (!(current.updated_at > (seenAt ?? '')))
        this.wrong.push(`${code}: refused though nothing had changed`);
      seen.set(code, current.updated_at);
    } else {
      this.#ledger.settle(attempt, 'unknown');
      this.wrong.push(`a fixing was answered ${status}: ${text.slice(0, 200)}`);
    }
  }
}

export async function askLogin(line: Line, mail: string): Promise<{ answer: Answer; xsrf: string }> {
  const first = await line.ask({ host: OFFICE, method: 'GET', path: '/api/logout' });
  const xsrf = cookieOf(first, 'XSRF-TOKEN');
  const answer = await line.ask({
    host: OFFICE,
    method: 'POST',
    path: '/api/login',
    headers: { cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf },
    body: { username: mail, password: PASSWORD },
  });
  return { answer, xsrf };
}

async function login(line: Line, mail: string): Promise<Account> {
  const { answer, xsrf } = await askLogin(line, mail);
  if (answer.status !== 200) throw new Error(`${mail} could not log in: ${answer.text}`);
  const cookie = `XSRF-TOKEN=${xsrf}; session=${cookieOf(answer, 'session')}`;
  return { cookie, xsrf, companyId: JSON.parse(answer.text).company_id };
}

function cookieOf({ headers }: Answer, name: string): string {
  const set = (headers['set-cookie'] ?? []).find((each) => each.startsWith(`${name}=`)) ?? '';
  return set.slice(name.length + 1).split(';')[0] ?? '';
}
