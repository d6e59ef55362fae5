import { dayAt, type Span } from '../branches/open-state.ts';
import type { PreparationMinutes, ReservationTerms } from '../terms/terms.ts';
import type { ValidationError } from '../validation/draft.ts';
import { formatLocalMoment } from './format-moment.ts';
import type { Actor, OpenState, ReservationState } from './states.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Milliseconds after the pickup hour at which an open reservation ends. */
const NO_SHOW_AFTER = 24 * HOUR;

/** Opening spans known until `until`, in milliseconds since 1970. null: unknown hours. */
export type Opening = { readonly spans: readonly Span[]; readonly until: number } | null;

export function heldUntil(at: number, { hold_hours }: Pick<ReservationTerms, 'hold_hours'>): number {
  return at + hold_hours * HOUR;
}

/** Instant after so many open minutes. Unknown hours, and time beyond the known ones, count by the clock. */
export function afterOpenMinutes(at: number, minutes: number, opening: Opening): number {
  let left = minutes * MINUTE;
  if (!opening) return at + left;
  for (const [from, to] of opening.spans) {
    const open = Math.max(0, to - Math.max(from, at));
    if (open >= left) return Math.max(from, at) + left;
    left -= open;
  }
  return Math.max(at, opening.until) + left;
}

/** Deadline of the answer: within the company's time, before the notes are due and while the rate holds. */
export function lapsesAt(
  at: number,
  pickupAt: number,
  terms: Pick<ReservationTerms, 'hold_hours' | 'answer_minutes'>,
  opening: Opening,
): number {
  const answered = afterOpenMinutes(at, terms.answer_minutes, opening);
  return Math.min(answered, pickupAt, heldUntil(at, terms));
}

/** End of an accepted reservation that nobody closed. `reopenedAt`: of an undone hand-over, which may come late. */
export function noShowAt(pickupAt: number, reopenedAt = pickupAt): number {
  return Math.max(pickupAt, reopenedAt) + NO_SHOW_AFTER;
}

type ReopenedMoments = {
  pickupAt: number;
  heldUntil: number;
  dueAt: number;
  terms: Pick<ReservationTerms, 'hold_hours' | 'answer_minutes'>;
  opening: Opening;
};

// the company has its whole time to answer again, while the rate holds
export function reopenedUntil(
  to: OpenState,
  now: number,
  { pickupAt, heldUntil, dueAt, terms, opening }: ReopenedMoments,
): number {
  if (to !== 'requested') return Math.max(dueAt, noShowAt(pickupAt));
  return Math.max(dueAt, Math.min(lapsesAt(now, pickupAt, terms, opening), heldUntil));
}

export function findOtherDay(
  { pickupAt, timeZone }: { pickupAt: number; timeZone: string },
  now: number,
): string | undefined {
  if (dayAt(now, timeZone) === dayAt(pickupAt, timeZone)) return undefined;
  const agreed = formatLocalMoment(new Date(pickupAt).toISOString(), timeZone);
  return `Ce client est attendu un autre jour, le ${agreed}. Remettez-lui ses billets si vous les avez.`;
}

const UNDO_MINUTES = 10;

// milliseconds since 1970; `endedAt` null: open
type Moments = {
  now: number;
  pickupAt: number;
  dueAt: number;
  endedAt: number | null;
  timeZone: string;
};

export function findWrongMoment(
  to: ReservationState,
  by: Actor,
  { now, pickupAt, dueAt, endedAt, timeZone }: Moments,
): ValidationError | undefined {
  if (to === 'ready' && endedAt !== null && now > endedAt + UNDO_MINUTES * MINUTE) {
    return {
      code: 'undone_too_late',
      message: `Cette remise date de plus de ${UNDO_MINUTES}\u00a0minutes. Elle ne peut plus être annulée.`,
    };
  }
  if (to === 'collected' && endedAt !== null && dayAt(now, timeZone) !== dayAt(endedAt, timeZone)) {
    return {
      code: 'collected_too_late',
      message:
        'Cette réservation n’a pas été retirée, et sa journée est passée. Ses billets ne peuvent plus être remis.',
    };
  }
  // no-shows start at the pickup hour, whatever the company says
  if (to === 'no_show' && by === 'bureau' && now < pickupAt) {
    return {
      code: 'too_early',
      message: 'L’heure du retrait n’est pas passée. Attendez-la avant de noter l’absence du client.',
    };
  }
  // the clock may end it a minute late, but the traveller was told this deadline
  if (to === 'accepted' && now >= dueAt) {
    return {
      code: 'answered_too_late',
      message: 'Le délai de réponse à cette demande est passé. Elle ne peut plus être acceptée.',
    };
  }
  return undefined;
}

/** Minutes of notice for an earlier hour. */
const NOTICE_MINUTES = 60;

export function findWrongMove(
  pickupAt: number,
  { now, pickupWas, delayMinutes }: { now: number; pickupWas: number; delayMinutes: number },
): ValidationError | undefined {
  const notice = Math.max(delayMinutes, NOTICE_MINUTES);
  if (pickupAt > pickupWas || pickupAt >= now + notice * MINUTE) return undefined;
  return {
    code: 'too_soon_for_traveller',
    message: `Votre client ne peut pas être attendu plus tôt que prévu à moins de ${formatDuration(notice)} : choisissez une heure plus tardive.`,
  };
}

const DAY_MINUTES = 24 * 60;

/**
 * Earliest pickup: the answer and the preparation count open time, except that a delay of a day or more is
 * an order and counts by the clock.
 */
export function firstPickup(at: number, { answer, delay }: PreparationMinutes, opening: Opening): number {
  if (delay < DAY_MINUTES) return afterOpenMinutes(at, answer + delay, opening);
  return (answer > 0 ? afterOpenMinutes(at, answer, opening) : at) + delay * MINUTE;
}

/** Earliest pickup of a moved reservation. The agreed hour is never too early. */
export function firstMove(
  now: number,
  {
    state,
    pickupAt,
    dueAt,
    delay,
  }: { state: ReservationState; pickupAt: number; dueAt: number; delay: number },
  opening: Opening,
): number {
  if (state === 'ready') return now;
  const answered = state === 'requested' ? Math.max(now, dueAt) : now;
  return Math.max(now, Math.min(pickupAt, firstPickup(answered, { answer: 0, delay }, opening)));
}

// at another branch nothing is prepared yet, so the agreed hour may be too early there
export function firstElsewhere(
  now: number,
  { state, dueAt, delay }: { state: ReservationState; dueAt: number; delay: number },
  opening: Opening,
): number {
  return firstPickup(state === 'requested' ? Math.max(now, dueAt) : now, { answer: 0, delay }, opening);
}

/** “le bureau a 2 h d’ouverture pour vous répondre, puis 1 h pour préparer vos billets”. */
export function formatPreparation({ answer, delay }: PreparationMinutes): string {
  const opened = delay > 0 && delay < DAY_MINUTES ? '\u00a0d’ouverture' : '';
  const prepares = `${formatDuration(delay)}${answer > 0 ? '' : opened} pour préparer vos billets`;
  if (answer === 0) return delay === 0 ? '' : `le bureau a besoin de ${prepares}`;
  const answers = `le bureau a ${formatDuration(answer)} d’ouverture pour vous répondre`;
  return delay === 0 ? answers : `${answers}, puis ${prepares}`;
}

/**
 * Error of a requested hour. undefined: none; `first`: earliest pickup; `isInClosure`: exceptional closing
 * beyond the known hours.
 */
export function findWrongPickup(
  pickupAt: number,
  {
    first,
    held,
    needs,
    opening,
    isInClosure,
  }: { first: number; held: number; needs: PreparationMinutes; opening: Opening; isInClosure: boolean },
): ValidationError | undefined {
  if (pickupAt < first) {
    const why = formatPreparation(needs);
    return {
      code: 'too_soon',
      message: `À cette heure-là, vos billets ne peuvent pas être prêts${why ? `\u00a0: ${why}` : ''}. Choisissez une heure plus tardive.`,
    };
  }
  if (pickupAt > held) {
    return {
      code: 'too_late',
      message: 'À cette heure-là, le taux n’est plus garanti. Choisissez une heure plus proche.',
    };
  }
  const isKnown = opening !== null && pickupAt < opening.until;
  const isOpen = isKnown
    ? opening.spans.some(([from, to]) => from <= pickupAt && pickupAt < to)
    : !isInClosure;
  if (!isOpen) {
    return {
      code: 'closed_then',
      message: 'L’agence est fermée à cette heure-là. Choisissez-en une autre.',
    };
  }
  return undefined;
}

/** “30 min”, “2 h”, “1 h 30”, “2 jours”. */
export function formatDuration(minutes: number): string {
  if (minutes < 60) return `${minutes}\u00a0min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (rest > 0) return `${hours}\u00a0h\u00a0${String(rest).padStart(2, '0')}`;
  return hours >= 48 && hours % 24 === 0 ? `${hours / 24}\u00a0jours` : `${hours}\u00a0h`;
}
