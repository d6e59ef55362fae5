import { type BookingCounts, type BookingWay, countBookings } from '#domain/reservations/booking.ts';
import { Changes } from '../book/changes.ts';
import type { ScreenBoard } from '../features/boards/screen-boards.queries.ts';
import type { PublicCompany } from '../features/branches/branches.queries.ts';
import type { ChangeMessage } from './messages.ts';

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

  setCompany(id: number, text: string): void {
    const { ways } = JSON.parse(text) as CompanySnapshot;
    this.#texts.set(id, Buffer.from(text));
    if (ways) this.#ways.set(id, ways);
  }

  setBoard(board: ScreenBoard): void {
    this.#boards.set(board.companyId, board);
  }

  apply(message: ChangeMessage): void {
    const changes = new Changes();
    for (const name of message.named) changes.note(name);
    for (const id of changes.companies) {
      this.#texts.delete(id);
      this.#ways.delete(id);
      this.#boards.delete(id);
    }
    for (const { companyId } of changes.fixings) this.#boards.delete(companyId);
    for (const [company, , text] of message.companies) this.setCompany(company.id, text);
    for (const board of message.boards) this.setBoard(board);
  }

  company(id: number): PublicCompany | undefined {
    const text = this.#texts.get(id);
    return text === undefined ? undefined : JSON.parse(text.toString());
  }

  board(secretHash: Buffer): ScreenBoard | null {
    const hash = secretHash.toString('hex');
    return [...this.#boards.values()].find((board) => board.secretHash === hash) ?? null;
  }

  countBookings(): BookingCounts {
    return countBookings(this.#ways.values());
  }
}
