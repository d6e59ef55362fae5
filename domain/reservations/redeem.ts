import { dayAt } from '../branches/open-state.ts';
import { issuedNotes } from '../currencies/issued-notes.ts';
import { isMakeable, nearestMakeable } from '../currencies/make-amount.ts';
import { amountOf, type Cents, centsOf } from '../money/cents.ts';
import { decimalNumber, decimalOf } from '../money/decimal.ts';
import { divideRate } from '../money/divide-rate.ts';
import { formatShortAmount } from '../money/format.ts';
import type { FixingSide } from '../rates/draft.ts';
import type { ValidationError } from '../validation/draft.ts';
import { lastDayOf, mostOf, returnedBase } from './buy-back.ts';
import { formatDateOf, formatPairRate } from './format-moment.ts';
import { identityThresholdAt, isReached, type LinkedExchange, linkedWithin, sumLinked } from './identity.ts';
import type { Promised } from './promise.ts';
import type { Redeemable } from './redemption.ts';

type HandedOver = {
  readonly side: FixingSide;
  readonly currency: string;
  readonly amount: Cents;
  // null: not handed over
  readonly at: string | null;
  readonly timeZone: string;
  readonly redeemed: Cents;
};

// null: nothing was handed over, or no buy-back was promised
export function redeemableOf(
  promised: Promised | null,
  { side, currency, amount, at, timeZone, redeemed }: HandedOver,
): Redeemable | null {
  const back = side === 'sale' ? promised?.buy_back : null;
  if (!back || at === null) return null;
  const smallestNote = promised?.smallest_note;
  const most = mostOf(back, { currency, amount, smallestNote });
  if (most === 0) return null;
  const notes = new Set([...issuedNotes(currency), ...(smallestNote === undefined ? [] : [smallestNote])]);
  return {
    most: amountOf(most),
    left: amountOf(most - redeemed),
    last_day: lastDayOf(back, { at, timeZone }),
    percent_off: back.percent_off,
    notes: [...notes].sort((a, b) => a - b),
  };
}

type Exchange = { readonly base: string; readonly currency: string; readonly rate: number };
type Moment = { readonly now: number; readonly timeZone: string };

export function findClosedRedemption(
  { left, last_day }: Redeemable,
  { now, timeZone }: Moment,
): ValidationError | undefined {
  if (dayAt(now, timeZone) > last_day) {
    const message = `La garantie de reprise de ces billets est terminée. Elle valait jusqu’au ${formatDateOf(last_day)} compris.`;
    return { code: 'buy_back_over', message };
  }
  if (left <= 0) {
    const message = 'Le bureau a déjà repris tous les billets qu’il s’était engagé à reprendre.';
    return { code: 'nothing_left', message };
  }
  return undefined;
}

export function findWrongRedemption(
  redeemable: Redeemable,
  { base, currency, rate }: Exchange,
  amount: Cents,
  moment: Moment,
): ValidationError | undefined {
  const closed = findClosedRedemption(redeemable, moment);
  if (closed) return closed;
  const left = centsOf(redeemable.left) ?? 0;
  if (amount > left) {
    const message = `Pour cette commande, le bureau reprend encore ${formatShortAmount(currency, left)} au plus.`;
    return { code: 'above_left', message };
  }
  const { notes } = redeemable;
  if (notes.length > 0 && !(amount % 100 === 0 && isMakeable(amount / 100, notes, 1))) {
    return { code: 'no_such_notes', message: formatNoSuchNotes(currency, notes, amount, left) };
  }
  if (returnedBase(redeemable, amount, decimalOf(rate)) === 0) {
    const message = `Ce montant vaut moins de ${formatShortAmount(base, 1)}. Indiquez un montant plus grand.`;
    return { code: 'nothing_paid', message };
  }
  return undefined;
}

function formatNoSuchNotes(currency: string, notes: readonly number[], amount: Cents, left: Cents): string {
  const { below, above } = nearestMakeable(amount / 100, notes, 1);
  const near = [below, above].flatMap((units) =>
    units !== null && units * 100 <= left ? [formatShortAmount(currency, units * 100)] : [],
  );
  const advice = near.length > 0 ? `\u00a0: essayez ${near.join(' ou ')}` : '';
  return `Aucun billet ne fait exactement ${formatShortAmount(currency, amount)}${advice}.`;
}

// percentage included; fees of nothing, as on a bordereau
export function formatRedeemedNetRate(exchange: Exchange, percentOff: number): string {
  const net = divideRate(decimalOf(exchange.rate), 10_000, 10_000 - Math.round(percentOff * 100));
  return formatPairRate({ ...exchange, rate: decimalNumber(net) });
}

export function redemptionRequiresIdentity(
  paid: Cents,
  exchanges: readonly LinkedExchange[],
  { now, timeZone }: Moment,
): boolean {
  const moment = { pickup_at: new Date(now).toISOString(), time_zone: timeZone };
  const linked = centsOf(sumLinked(linkedWithin(moment, exchanges))) ?? 0;
  return isReached(identityThresholdAt(moment), amountOf(paid + linked));
}
