/** Every change of a reservation that somebody tried, and what it was answered. */
import { type Heard, isOpenQuestion, type Person, post } from './caller.ts';
import type { Scene } from './scene.ts';

export type Kind =
  | 'accepted'
  | 'declined'
  | 'ready'
  | 'collected'
  | 'undone'
  | 'no_show'
  | 'cancelled'
  | 'moved';
/** `userId` null: its traveller. `to`: of 'moved', to when. */
export type Change = {
  reservation: string;
  kind: Kind;
  userId: number | null;
  to: string | null;
  outcome: 'done' | 'refused' | 'unknown';
};
/** What is known of a reservation to who changes it. */
export type Seen = { id: string; code: string; updatedAt: string };

/** Number below `count`, the same for a reservation at any time. */
export const turnOf = ({ id }: Seen, count: number) => Number.parseInt(id.slice(0, 8), 16) % count;

const CALLS: Record<Kind, string> = {
  accepted: 'accept',
  declined: 'decline',
  ready: 'ready',
  collected: 'collect',
  undone: 'undo',
  no_show: 'no-show',
  cancelled: 'cancel',
  moved: 'move',
};
/** Why a change that has its place in the order of states, or not, may be refused. */
const REFUSALS = [
  'reservation_changed',
  'answered_too_late',
  'undone_too_late',
  'collected_too_late',
  'too_early',
  'too_late',
  'too_soon',
  'too_soon_for_traveller',
  'out_of_stock',
];

export class Changes {
  readonly all: Change[] = [];
  /** answers that nothing explains */
  readonly wrong: string[] = [];
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async attempt(who: Person, kind: Kind, one: Seen, place: number, to: string | null = null): Promise<Heard> {
    const isTraveller = who.host === 'localhost';
    const root = isTraveller ? '/api/traveller/reservations' : '/api/reservations';
    const heard = await post(
      this.#scene.portOf(place),
      who,
      `${root}/${CALLS[kind]}`,
      bodyOf(kind, one, isTraveller, to),
    );
    const userId = isTraveller ? null : who.id;
    const outcome =
      heard.status === 200 ? 'done' : isOpenQuestion(heard) && heard.isSent ? 'unknown' : 'refused';
    this.all.push({ reservation: one.id, kind, userId, to, outcome });
    this.#judge(heard, one, kind);
    return heard;
  }

  #judge({ status, isSent, body }: Heard, { id }: Seen, kind: Kind): void {
    const where = `reservation ${id}, ${kind}`;
    if (status === 200) {
      const events = body.events as { kind: string; reason: string | null }[];
      if (body.id !== id) this.wrong.push(`${where}: answered with reservation ${body.id}`);
      if (!events.some((event) => isOf(kind, event)))
        this.wrong.push(`${where}: done, and its answer does not tell of it`);
    } else if (isSent && !isOpenQuestion({ status })) {
      if (![400, 409].includes(status ?? 0) || !REFUSALS.includes(String(body.code)))
        this.wrong.push(`${where}: answered ${status} ${body.code}`);
    }
  }
}

function isOf(kind: Kind, event: { kind: string; reason: string | null }): boolean {
  return kind === 'undone' ? event.kind === 'ready' && event.reason !== null : event.kind === kind;
}

function bodyOf(kind: Kind, { id, code, updatedAt }: Seen, isTraveller: boolean, to: string | null): object {
  if (kind === 'collected') return { code, another_day: true };
  if (kind === 'moved') return { id, pickup_at: to, updated_at: updatedAt };
  const hasReason = kind === 'declined' || kind === 'undone' || (kind === 'cancelled' && !isTraveller);
  return hasReason ? { id, reason: 'other' } : { id };
}
