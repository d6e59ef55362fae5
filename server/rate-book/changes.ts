/** The payload that says that mid rates changed, and nothing else. */
const MID_RATES = 'rates';
const COMPANY = /^\d+$/;

export type FixingKey = { readonly companyId: number; readonly code: string };

/** What the database told, each thing once, until it is read. */
export class Changes {
  readonly #fixings = new Map<string, FixingKey>();
  readonly #companies = new Set<number>();
  #midRates = false;

  /** False for a payload that names nothing: everything may have changed. */
  note(payload: string): boolean {
    const [companyId = '', code] = payload.split(':');
    if (code) this.#fixings.set(payload, { companyId: Number(companyId), code });
    else if (COMPANY.test(payload)) this.#companies.add(Number(payload));
    else if (payload === MID_RATES) this.#midRates = true;
    else return false;
    return true;
  }

  noteCompanies(ids: readonly number[]): void {
    for (const id of ids) this.#companies.add(id);
  }

  noteAll(changes: Changes): void {
    for (const [key, fixing] of changes.#fixings) this.#fixings.set(key, fixing);
    this.noteCompanies(changes.companies);
    this.#midRates ||= changes.#midRates;
  }

  /** All of it, and nothing of it is left here. */
  take(): Changes {
    const taken = new Changes();
    taken.noteAll(this);
    this.#fixings.clear();
    this.#companies.clear();
    this.#midRates = false;
    return taken;
  }

  get isEmpty(): boolean {
    return this.#fixings.size === 0 && this.#companies.size === 0 && !this.#midRates;
  }

  get fixings(): readonly FixingKey[] {
    return [...this.#fixings.values()];
  }

  get companies(): readonly number[] {
    return [...this.#companies];
  }

  get midRates(): boolean {
    return this.#midRates;
  }
}
