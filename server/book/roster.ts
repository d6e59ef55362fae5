import { compareNames } from '#domain/offers/rank.ts';
import { listingFit } from './best-fit.ts';
import type { BookCompany } from './rate-book.ts';

/**
 * Companies by slot, the index of each in every column, kept for good. A new name moves its rank alone, so
 * that lists, whose ties are in order of ranks, stay sorted for all others.
 */
export class Roster {
  /** By slot. null: removed. */
  readonly companies: (BookCompany | null)[] = [];
  /** Flags by slot, true where both sides are listed at the company's rates without a percentage. */
  readonly isPlain: boolean[] = [];
  /** Slots in order of names, removed companies included, and the inverse. */
  readonly byName: number[] = [];
  ranks = new Int32Array(0);
  readonly #names: string[] = [];
  readonly #slots = new Map<number, number>();
  #bySite: ReadonlyMap<string, BookCompany> | null = null;
  #present: readonly BookCompany[] | null = null;

  constructor(companies: readonly BookCompany[]) {
    for (const company of companies.toSorted((a, b) => compareNames(a.name, b.name))) {
      this.byName.push(this.#take(company));
    }
    this.#rank();
  }

  get count(): number {
    return this.companies.length;
  }

  slotOf(companyId: number): number | undefined {
    return this.#slots.get(companyId);
  }

  of(companyId: number): BookCompany | null {
    return this.companies[this.slotOf(companyId) ?? -1] ?? null;
  }

  /** Sets a company that is in no list at that moment. */
  set(company: BookCompany): number {
    const known = this.slotOf(company.id);
    if (known !== undefined && this.#names[known] === company.name) return this.#take(company);
    if (known !== undefined) this.byName.splice(this.ranks[known] as number, 1);
    const slot = this.#take(company);
    let [low, high] = [0, this.byName.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareNames(this.#names[this.byName[middle] as number] as string, company.name) < 0)
        low = middle + 1;
      else high = middle;
    }
    this.byName.splice(low, 0, slot);
    this.#rank();
    return slot;
  }

  get present(): readonly BookCompany[] {
    this.#present ??= this.companies.filter((company) => company !== null);
    return this.#present;
  }

  remove(slot: number): void {
    this.companies[slot] = null;
    this.#forget();
  }

  bySite(site: string): BookCompany | undefined {
    this.#bySite ??= new Map(this.present.map((one) => [one.site, one] as const));
    return this.#bySite.get(site);
  }

  #take(company: BookCompany): number {
    const slot = this.slotOf(company.id) ?? this.companies.length;
    this.#slots.set(company.id, slot);
    this.companies[slot] = company;
    this.#names[slot] = company.name;
    this.isPlain[slot] = (['sale', 'purchase'] as const).every((side) => {
      const { atItsRates, own } = listingFit(company, side);
      return atItsRates?.percent === 0 && own.length === 0;
    });
    this.#forget();
    return slot;
  }

  #forget(): void {
    this.#bySite = null;
    this.#present = null;
  }

  #rank(): void {
    if (this.ranks.length !== this.count) this.ranks = new Int32Array(this.count);
    for (const [rank, slot] of this.byName.entries()) this.ranks[slot] = rank;
  }
}
