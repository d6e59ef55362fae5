import { type BookingCounts, type BookingWay, countBookings } from '#domain/reservations/booking.ts';
import type { ScreenBoard } from '../features/boards/screen-boards.queries.ts';
import type { PublicCompany } from '../features/branches/branches.queries.ts';
import { type ChangeMessage, changesOf } from './messages.ts';

/** Public data of a company other than its rates. `ways` null: no reservations. */
export type CompanySnapshot = PublicCompany & { readonly ways: readonly BookingWay[] | null };

/**
 * Public data of companies other than their rates, for a comparing instance. Branches stay serialized,
 * because few of them are read.
 */
export class CompanySnapshots {
  /** bytes, because a substring would retain the whole message */
  readonly #texts = new Map<number, Buffer>();
  readonly #ways = new Map<number, readonly BookingWay[]>();
  readonly #boards = new Map<number, ScreenBoard>();
  readonly #boardOf = new Map<string, number>();

  setCompany(id: number, text: string): void {
    const { ways } = JSON.parse(text) as CompanySnapshot;
    this.#texts.set(id, Buffer.from(text));
    if (ways) this.#ways.set(id, ways);
    else this.#ways.delete(id);
  }

  setBoard(posted: ScreenBoard): void {
    this.#removeBoard(posted.companyId);
    this.#boards.set(posted.companyId, posted);
    this.#boardOf.set(posted.secretHash, posted.companyId);
  }

  apply(message: ChangeMessage): void {
    const changes = changesOf(message);
    for (const id of changes.companies) {
      this.#texts.delete(id);
      this.#ways.delete(id);
      this.#removeBoard(id);
    }
    for (const { companyId } of changes.fixings) this.#removeBoard(companyId);
    for (const [company, , text] of message.companies) this.setCompany(company.id, text);
    for (const board of message.boards) this.setBoard(board);
  }

  #removeBoard(companyId: number): void {
    const before = this.#boards.get(companyId);
    if (!before) return;
    this.#boards.delete(companyId);
    this.#boardOf.delete(before.secretHash);
  }

  company(id: number): PublicCompany | undefined {
    const text = this.#texts.get(id);
    return text === undefined ? undefined : JSON.parse(text.toString());
  }

  board(secretHash: Buffer): ScreenBoard | null {
    const companyId = this.#boardOf.get(secretHash.toString('hex'));
    return (companyId !== undefined && this.#boards.get(companyId)) || null;
  }

  countBookings(): BookingCounts {
    return countBookings(this.#ways.values());
  }
}
