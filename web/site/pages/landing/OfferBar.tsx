import { centsOf } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import type { Offer } from '#domain/offers/offer.ts';
import styles from './OfferBar.module.css';

/** Hundredths of the width beyond the mid rate for a company that beats it, by 3 % at most (contract 2). */
const ROOM_FOR_GAINS = 12;
/** Least gap that fills a bar, so that offers at the mid rate do not differ by cents alone. */
const LEAST_GAP = 0.004;

/**
 * One scale for all bars of a list. `start`: share of the value at the mid rate at the left end. `mid`: that value, in
 * hundredths of the width.
 */
export type Scale = { readonly start: number; readonly mid: number };

export function scaleOf(offers: readonly Offer[]): Scale {
  const fresh = offers.filter(({ is_fresh }) => is_fresh);
  const shares = (fresh.length > 0 ? fresh : offers).map(shareOf);
  const gap = Math.max(LEAST_GAP, 1 - Math.min(...shares));
  return { start: 1 - 1.15 * gap, mid: shares.some((share) => share > 1) ? 100 - ROOM_FOR_GAINS : 100 };
}

/** Amounts at both ends; the left one null where each offer has a value of its own, for a wished amount. */
export function ScaleEnds({ offers, scale }: { offers: readonly Offer[]; scale: Scale }) {
  const [first] = offers;
  const values = new Set(offers.map(({ ct_wish }) => ct_wish.amount));
  const value = first && values.size === 1 ? first.ct_wish : null;
  const format = (share: number) =>
    value && formatShortAmount(value.currency, roundedCents((centsOf(value.amount) ?? 0) * share, share < 1));
  return (
    <span className={styles.ends} style={{ paddingRight: `${100 - scale.mid}%` }}>
      <span translate="no">{format(scale.start)}</span>
      <span>
        Taux intermédiaire
        {value ? <span translate="no">{`\u00a0: ${format(1)}`}</span> : null}
      </span>
    </span>
  );
}

/** Bar of the amount received, in green, and of the rest of the value at the mid rate, in sand. */
export function OfferBar({ offer, scale: { start, mid } }: { offer: Offer; scale: Scale }) {
  const reached = (mid * (shareOf(offer) - start)) / (1 - start);
  const drawn = Math.min(100, Math.max(0, reached));
  return (
    <span className={styles.bar} data-before={reached < 0} aria-hidden="true">
      <span className={styles.received} style={{ width: `${drawn}%` }} />
      <span className={styles.missing} style={{ width: `${Math.max(0, mid - drawn)}%` }} />
    </span>
  );
}

function roundedCents(cents: number, isRough: boolean): number {
  if (!isRough) return Math.round(cents);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, cents))) - 2);
  return Math.round(cents / unit) * unit;
}

function shareOf({ ct_wish, co_offer }: Offer): number {
  return co_offer.amount / ct_wish.amount;
}
