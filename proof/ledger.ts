/** Every fixing that was asked for, with what became of it, held against what the database says. */
import pg from 'pg';

export type Attempt = {
  companyId: number;
  code: string;
  /** never twice the same: it is what the attempt is known by */
  sale: number;
  /** null: left empty, so the one before is kept */
  purchase: number | null;
  /** its place in the order of events */
  sentAt: number;
  /** unknown: asked, and never answered, or answered 503; refused: answered that it was not done */
  outcome: 'waiting' | 'acknowledged' | 'refused' | 'unknown';
  answeredAt: number;
  updatedAt: string | null;
};

type Line = {
  id: number;
  at: Date;
  company_id: number;
  code: string;
  purchase: string | null;
  sale: string | null;
};

export class Ledger {
  readonly #bySale = new Map<number, Attempt>();
  #order = 0;
  #firstLine = 0;
  /** attempts that were saved though nobody was told so: only their answer was lost */
  savedUnanswered = 0;

  send(asked: Pick<Attempt, 'companyId' | 'code' | 'purchase'>): Attempt {
    const sentAt = ++this.#order;
    const attempt: Attempt = {
      ...asked,
      sale: (1e6 + sentAt) / 1e6,
      sentAt,
      outcome: 'waiting',
      answeredAt: Number.POSITIVE_INFINITY,
      updatedAt: null,
    };
    this.#bySale.set(attempt.sale, attempt);
    return attempt;
  }

  settle(attempt: Attempt, outcome: Attempt['outcome'], updatedAt: string | null = null): void {
    attempt.outcome = outcome;
    attempt.updatedAt = updatedAt;
    if (outcome === 'acknowledged') attempt.answeredAt = ++this.#order;
  }

  count(outcome: Attempt['outcome']): number {
    return [...this.#bySale.values()].filter((attempt) => attempt.outcome === outcome).length;
  }

  /** What became so far of the attempt that set this rate; undefined when there was none. */
  outcomeOf(sale: number): Attempt['outcome'] | undefined {
    return this.#bySale.get(sale)?.outcome;
  }

  /** What is there before the first attempt. */
  async open(url: string): Promise<void> {
    const { rows } = await query<{ id: string }>(url, 'SELECT coalesce(max(id), 0) AS id FROM fixing_logs');
    this.#firstLine = Number(rows[0]?.id);
    // other rates than those of a ledger before it: fewer than ten attempts a line
    this.#order = 10 * this.#firstLine;
  }

  /** Says what does not hold, in a sentence each. */
  async check(url: string): Promise<string[]> {
    const { rows: lines } = await query<Line>(
      url,
      `SELECT id, at, company_id, currency_code AS code, purchase, sale FROM fixing_logs
       WHERE id > $1 ORDER BY id`,
      [this.#firstLine],
    );
    const { rows: halves } = await query<{ company_id: number; currency_code: string }>(url, HALF_DONE, [
      this.#firstLine,
    ]);
    return [
      ...halves.map((row) => `${row.company_id}:${row.currency_code}: the fixing is not its last log line`),
      ...this.#compare(lines),
    ];
  }

  #compare(lines: readonly Line[]): string[] {
    const wrong: string[] = [];
    const logged = new Set<Attempt>();
    const before = new Map<string, { at: Date; sentAt: number; purchase: number | null }>();
    this.savedUnanswered = 0;
    for (const line of lines) {
      const attempt = this.#bySale.get(Number(line.sale));
      const key = `${line.company_id}:${line.code}`;
      const where = `${key}, sale ${line.sale}`;
      if (!attempt || key !== `${attempt.companyId}:${attempt.code}`) {
        wrong.push(`${where}: a log line that nobody asked for`);
        continue;
      }
      const last = before.get(key);
      if (logged.has(attempt)) wrong.push(`${where}: logged twice`);
      logged.add(attempt);
      if (attempt.outcome === 'refused')
        wrong.push(`${where}: saved, though it was answered that it was not`);
      if (attempt.outcome === 'unknown') this.savedUnanswered += 1;
      if (attempt.updatedAt !== null && attempt.updatedAt !== line.at.toISOString()) {
        wrong.push(`${where}: logged at another time than was acknowledged`);
      }
      if (attempt.purchase !== null && attempt.purchase !== Number(line.purchase)) {
        wrong.push(`${where}: another purchase than was asked for`);
      }
      if (last && attempt.purchase === null && last.purchase !== Number(line.purchase)) {
        wrong.push(`${where}: the purchase that was left empty did not keep its value`);
      }
      if (last && last.at >= line.at) wrong.push(`${where}: not later than the line before it`);
      if (last && attempt.answeredAt < last.sentAt) {
        wrong.push(`${where}: after a fixing that was only asked for once it was acknowledged`);
      }
      const sentAt = Math.max(last?.sentAt ?? 0, attempt.sentAt);
      before.set(key, {
        at: line.at,
        sentAt,
        purchase: line.purchase === null ? null : Number(line.purchase),
      });
    }
    for (const attempt of this.#bySale.values()) {
      if (attempt.outcome === 'acknowledged' && !logged.has(attempt)) {
        wrong.push(`${attempt.companyId}:${attempt.code}, sale ${attempt.sale}: acknowledged, and lost`);
      }
    }
    return wrong;
  }
}

/** A fixing without its log line, a log line without its fixing, or one that is not the other's last. */
const HALF_DONE = `
  SELECT company_id, currency_code FROM (
    SELECT DISTINCT ON (company_id, currency_code) company_id, currency_code, id, at, purchase, sale
    FROM fixing_logs ORDER BY company_id, currency_code, id DESC
  ) AS last FULL JOIN fixings USING (company_id, currency_code)
  WHERE last.at IS NULL OR fixings.updated_at IS NULL OR (last.id > $1 AND last.at <> fixings.updated_at)
    OR last.purchase IS DISTINCT FROM fixings.purchase
    OR last.sale IS DISTINCT FROM fixings.sale`;

export async function query<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<R>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query<R>(text, values);
  } finally {
    await client.end();
  }
}
