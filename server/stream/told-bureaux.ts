import { type BookingCounts, type BookingWay, countBookings } from '#domain/reservations/booking.ts';
import { Changes } from '../book/changes.ts';
import type { ScreenBoard } from '../features/boards/screen-boards.queries.ts';
import type { ShownBureau } from '../features/branches/branches.queries.ts';
import type { ChangeMessage } from './entries.ts';

/** What the public site says of a bureau beside its rates. `ways` null: it takes no reservations. */
export type ToldBureau = ShownBureau & { readonly ways: readonly BookingWay[] | null };

/**
 * What an instance without a database answers of bureaux beside their rates, as the stream told it: the branches of those
 * that are compared, as texts, since few of them are asked for; in which ways they take reservations; and the boards that screens show.
 */
export class ToldBureaux {
  /** as bytes: a piece of a text would hold all that it was cut from */
  readonly #texts = new Map<number, Buffer>();
  readonly #ways = new Map<number, readonly BookingWay[]>();
  readonly #boards = new Map<number, ScreenBoard>();
  readonly #boardOf = new Map<string, number>();

  /** `text`: a ToldBureau */
  setBureau(id: number, text: string): void {
    const { ways } = JSON.parse(text) as ToldBureau;
    this.#texts.set(id, alone(text));
    if (ways) this.#ways.set(id, ways);
    else this.#ways.delete(id);
  }

  setBoard(posted: ScreenBoard): void {
    this.#removeBoard(posted.companyId);
    this.#boards.set(posted.companyId, posted);
    this.#boardOf.set(posted.secretHash, posted.companyId);
  }

  take({ named, companies, boards }: ChangeMessage): void {
    const changes = new Changes();
    for (const one of named) changes.note(one);
    for (const id of changes.companies) {
      this.#texts.delete(id);
      this.#ways.delete(id);
      this.#removeBoard(id);
    }
    for (const { companyId } of changes.fixings) this.#removeBoard(companyId);
    for (const [company, , text] of companies) this.setBureau(company.id, text);
    for (const board of boards) this.setBoard(board);
  }

  #removeBoard(companyId: number): void {
    const before = this.#boards.get(companyId);
    if (!before) return;
    this.#boards.delete(companyId);
    this.#boardOf.delete(before.secretHash);
  }

  bureau(id: number): ShownBureau | undefined {
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

/** The bytes of a text, in memory of their own: what Node shares out holds a quarter more than is asked for. */
function alone(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
