const MID_RATES = 'rates';
const HOURS = 'hours';
/** Marker of changed reservations, which no book holds. */
const ORDERS = 'orders';
/** Marker of changed articles, which no book holds. */
const ARTICLES = 'articles';
const COMPANY = /^\d+$/;

export type FixingKey = { readonly companyId: number; readonly code: string };

/** Entries of the log of changes without duplicates, until they are read. */
export class Changes {
  readonly #fixings = new Map<string, FixingKey>();
  readonly #companies = new Set<number>();
  readonly #orders = new Set<number>();
  #midRates = false;
  #hours = false;
  #articles = false;

  /** false: an entry without a name, so everything may have changed. */
  note(named: string): boolean {
    const [companyId = '', code] = named.split(':');
    if (code === ORDERS) this.#orders.add(Number(companyId));
    else if (code) this.#fixings.set(named, { companyId: Number(companyId), code });
    else if (COMPANY.test(named)) this.#companies.add(Number(named));
    else if (named === MID_RATES) this.#midRates = true;
    else if (named === HOURS) this.#hours = true;
    else if (named === ARTICLES) this.#articles = true;
    else return false;
    return true;
  }

  noteCompanies(ids: readonly number[]): void {
    for (const id of ids) this.#companies.add(id);
  }

  noteAll(changes: Changes): void {
    for (const [key, fixing] of changes.#fixings) this.#fixings.set(key, fixing);
    this.noteCompanies(changes.companies);
    for (const id of changes.orders) this.#orders.add(id);
    this.#midRates ||= changes.#midRates;
    this.#hours ||= changes.#hours;
    this.#articles ||= changes.#articles;
  }

  take(): Changes {
    const taken = new Changes();
    taken.noteAll(this);
    this.#fixings.clear();
    this.#companies.clear();
    this.#orders.clear();
    this.#midRates = false;
    this.#hours = false;
    this.#articles = false;
    return taken;
  }

  /** true: nothing to read or to notify. Articles do not count, because neither the book nor its listeners use them. */
  get isEmpty(): boolean {
    const named = this.#fixings.size + this.#companies.size + this.#orders.size;
    return named === 0 && !this.#midRates && !this.#hours;
  }

  get fixings(): readonly FixingKey[] {
    return [...this.#fixings.values()];
  }

  get companies(): readonly number[] {
    return [...this.#companies];
  }

  get orders(): readonly number[] {
    return [...this.#orders];
  }

  get midRates(): boolean {
    return this.#midRates;
  }

  get hours(): boolean {
    return this.#hours;
  }

  get articles(): boolean {
    return this.#articles;
  }
}
