import type { PublishedArticle } from '#domain/articles/blog.ts';
import type { ReservableWorth } from '#domain/terms/terms.ts';
import type { BookReader } from '../book/book-source.ts';
import { Changes, type FixingKey } from '../book/changes.ts';
import { readTexts, writeTexts } from '../book/fixing-texts.ts';
import type { Mark } from '../book/log-of-changes.queries.ts';
import type { BookBranch, BookCompany, BookCurrency, Opening, Openings, Rates } from '../book/rate-book.ts';
import type { ScreenBoard } from '../features/boards/screen-boards.queries.ts';
import { isMessage } from './message-schema.ts';

type SerializedCompany = Omit<BookCompany, 'branches' | 'reservable' | 'smallestNotes'> & {
  readonly reservable: readonly (readonly [string, ReservableWorth])[];
  readonly smallestNotes: readonly (readonly [string, number])[];
  readonly branches: readonly (Omit<BookBranch, 'rates'> & { readonly rates: string | null })[];
};

/**
 * Changes between two marks of the log, with the present state of everything named. A named object without an entry is
 * gone.
 */
export type ChangeMessage = {
  /** null: everything may have changed, and a snapshot at least this recent is required */
  readonly from: Mark | null;
  readonly to: Mark;
  readonly named: readonly string[];
  readonly fixings: readonly (readonly [companyId: number, texts: string])[];
  readonly companies: readonly (readonly [written: SerializedCompany, texts: string, told: string])[];
  readonly currencies: readonly BookCurrency[] | null;
  readonly openings: readonly (readonly [key: string, Opening])[] | null;
  readonly articles: readonly PublishedArticle[] | null;
  readonly boards: readonly ScreenBoard[];
};

/** Head of the lines of a snapshot. After it come so many companies and boards, then the fixings. */
export type FirstLine = {
  readonly currencies: readonly BookCurrency[];
  readonly openings: readonly (readonly [key: string, Opening])[];
  readonly articles: readonly PublishedArticle[];
  readonly companies: number;
  readonly boards: number;
};

export type Heartbeat = { readonly stream: string; readonly seq: number; readonly version: number };

export function readMessage(text: string): ChangeMessage | null {
  const parsed = readJson(text);
  return isMessage(parsed) ? (parsed as ChangeMessage) : null;
}

export function readHeartbeat(text: string): Heartbeat | null {
  const parsed = readJson(text) as Heartbeat | null;
  const isHeartbeat =
    typeof parsed?.stream === 'string' && Number.isInteger(parsed.seq) && Number.isInteger(parsed.version);
  return isHeartbeat ? parsed : null;
}

export function isMark(value: unknown): value is Mark {
  const { version, at } = (value ?? {}) as Mark;
  return Number.isInteger(version) && Number.isFinite(at);
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function createResetMessage(to: Mark): ChangeMessage {
  const lists = { named: [], fixings: [], companies: [], boards: [] };
  return { from: null, to, ...lists, currencies: null, openings: null, articles: null };
}

export function serializeCompany(company: BookCompany): SerializedCompany {
  return {
    ...company,
    reservable: [...company.reservable],
    smallestNotes: [...company.smallestNotes],
    branches: company.branches.map(({ rates, ...branch }) => ({
      ...branch,
      rates: rates && writeTexts(rates),
    })),
  };
}

export function deserializeCompany(
  written: SerializedCompany,
  reachedAt: (site: string) => string,
): BookCompany {
  return {
    ...written,
    reservable: new Map(written.reservable),
    smallestNotes: new Map(written.smallestNotes),
    site: reachedAt(written.site),
    branches: written.branches.map(({ rates, ...branch }) => ({
      ...branch,
      rates: rates === null ? null : readRates(rates),
    })),
  };
}

function readRates(texts: string): Map<string, Rates> {
  const rates = new Map<string, Rates>();
  readTexts(texts, (code, read) => rates.set(code, copyRates(read)));
  return rates;
}

/** Copies into lasting objects. V8 would tenure the million objects of readTexts and leave tens of megabytes behind. */
function copyRates({ purchase, sale, ...columns }: Rates): Rates {
  return { ...columns, purchase: purchase && { ...purchase }, sale: sale && { ...sale } };
}

export function changesOf({ named }: Pick<ChangeMessage, 'named'>): Changes {
  const changes = new Changes();
  for (const name of named) changes.note(name);
  return changes;
}

export class PendingChanges implements BookReader {
  readonly #fixings = new Map<string, Rates | null>();
  readonly #companies = new Map<number, { company: BookCompany; fixings: Map<string, Rates> } | null>();
  #currencies: readonly BookCurrency[] | undefined;
  #openings: Openings | undefined;

  add(message: ChangeMessage, reachedAt: (site: string) => string): void {
    if (message.currencies) this.#currencies = message.currencies;
    if (message.openings) this.#openings = new Map(message.openings);
    const changes = changesOf(message);
    for (const id of changes.companies) this.#companies.set(id, null);
    for (const [company, texts] of message.companies) {
      const fixings = readRates(texts);
      this.#companies.set(company.id, { company: deserializeCompany(company, reachedAt), fixings });
    }
    const fixings = new Map(message.fixings.map(([id, texts]) => [id, readRates(texts)]));
    for (const { companyId, code } of changes.fixings) {
      const rates = fixings.get(companyId)?.get(code) ?? null;
      this.#fixings.set(`${companyId}:${code}`, rates);
      const known = this.#companies.get(companyId)?.fixings;
      if (rates) known?.set(code, rates);
      else known?.delete(code);
    }
  }

  async midRates() {
    return { currencies: requireReceived(this.#currencies), fixings: [] };
  }

  async openings() {
    return requireReceived(this.#openings);
  }

  async companies(ids: readonly number[]) {
    const known = ids.map((id) => [id, requireReceived(this.#companies.get(id))] as const);
    return new Map(known.flatMap(([id, company]) => (company ? [[id, company] as const] : [])));
  }

  async fixings(keys: readonly FixingKey[]) {
    return keys.flatMap((key) => {
      const company = this.#companies.get(key.companyId);
      const rates =
        company === undefined
          ? requireReceived(this.#fixings.get(`${key.companyId}:${key.code}`))
          : company?.fixings.get(key.code);
      return rates ? [{ ...key, rates }] : [];
    });
  }

  clear(): void {
    this.#fixings.clear();
    this.#companies.clear();
  }
}

/** Throws for an object that no message carried, so that the whole book is read again. */
function requireReceived<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the stream did not say what it named');
  return value;
}
