import type { PublishedArticle } from '#domain/articles/blog.ts';
import { Changes } from '../book/changes.ts';
import { readTexts, writeTexts } from '../book/fixing-texts.ts';
import type { Mark } from '../book/log-of-changes.queries.ts';
import type { KnownCompany } from '../book/rate-book.queries.ts';
import type { BookBranch, BookCompany, BookCurrency, Opening, Rates } from '../book/rate-book.ts';
import type { ScreenBoard } from '../features/boards/screen-boards.queries.ts';
import { isMessage } from './message-schema.ts';

type SerializedCompany = Omit<BookCompany, 'branches' | 'stocked'> & {
  readonly stocked: readonly string[];
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
    stocked: [...company.stocked],
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
    stocked: new Set(written.stocked),
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

/** Newest changes of the stream that are not yet in the book. */
export class PendingChanges {
  readonly #fixings = new Map<string, Rates | null>();
  readonly #companies = new Map<number, { company: BookCompany; fixings: Map<string, Rates> } | null>();
  #currencies: readonly BookCurrency[] | undefined;
  #openings: ReadonlyMap<string, Opening> | undefined;

  add(message: ChangeMessage, reachedAt: (site: string) => string): void {
    if (message.currencies) this.#currencies = message.currencies;
    if (message.openings) this.#openings = new Map(message.openings);
    const companies = new Map(message.companies.map((entry) => [entry[0].id, entry]));
    const fixings = new Map(message.fixings.map(([id, texts]) => [id, readRates(texts)]));
    const changes = new Changes();
    for (const named of message.named) changes.note(named);
    for (const { companyId, code } of changes.fixings) {
      this.#set(companyId, code, fixings.get(companyId)?.get(code) ?? null);
    }
    for (const id of changes.companies) {
      const entry = companies.get(id);
      const known = entry && {
        company: deserializeCompany(entry[0], reachedAt),
        fixings: readRates(entry[1]),
      };
      this.#companies.set(id, known ?? null);
    }
  }

  #set(companyId: number, code: string, rates: Rates | null): void {
    this.#fixings.set(`${companyId}:${code}`, rates);
    const company = this.#companies.get(companyId);
    if (rates) company?.fixings.set(code, rates);
    else company?.fixings.delete(code);
  }

  get currencies(): readonly BookCurrency[] {
    return requireReceived(this.#currencies);
  }

  get openings(): ReadonlyMap<string, Opening> {
    return requireReceived(this.#openings);
  }

  fixing(companyId: number, code: string): Rates | null {
    const company = this.#companies.get(companyId);
    if (company) return company.fixings.get(code) ?? null;
    return company === null ? null : requireReceived(this.#fixings.get(`${companyId}:${code}`));
  }

  /** null: no longer compared. */
  company(id: number): KnownCompany | null {
    return requireReceived(this.#companies.get(id));
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
