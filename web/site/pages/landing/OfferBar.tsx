import { centsOf } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import type { Money, Offer } from '#domain/offers/offer.ts';
import styles from './OfferBar.module.css';

/** Hundredths of the width beyond the mid rate for a company that beats it, by 3 % at most (contract 2). */
const ROOM_FOR_GAINS = 12;
/** Least gap that fills a bar, so that offers at the mid rate do not differ by cents alone. */
const LEAST_GAP = 0.004;
/** Share of the gap that the left end lies before the smallest amount. */
const MARGIN = 0.15;

/**
 * One scale for all bars of a list. `start`: share of the value at the mid rate at the left end. `mid`: that value, in
 * hundredths of the width. `value`: that value; null where each offer has one of its own, for a wished amount.
 */
export type Scale = { readonly start: number; readonly mid: number; readonly value: Money | null };

export function scaleOf(offers: readonly Offer[]): Scale {
  const fresh = offers.filter(({ is_fresh }) => is_fresh);
  const shares = (fresh.length > 0 ? fresh : offers).map(shareOf);
  const gap = Math.max(LEAST_GAP, 1 - Math.min(...shares)) * (1 + MARGIN);
  const [first] = offers;
  const isOne = new Set(offers.map(({ ct_wish }) => ct_wish.amount)).size === 1;
  const value = first && isOne ? first.ct_wish : null;
  return {
    start: value ? roundStart(value, 1 - gap) : 1 - Math.ceil(gap * 1000) / 1000,
    mid: shares.some((share) => share > 1) ? 100 - ROOM_FOR_GAINS : 100,
    value,
  };
}

/** Amounts at both ends, or shares of the value at the mid rate. `isNarrow`: the label stands above them. */
export function ScaleEnds({
  scale: { start, mid, value },
  isNarrow = false,
}: {
  scale: Scale;
  isNarrow?: boolean;
}) {
  const format = (share: number) =>
    value && formatShortAmount(value.currency, Math.round((centsOf(value.amount) ?? 0) * share));
  return (
    <span
      className={isNarrow ? `${styles.ends} ${styles.narrow}` : styles.ends}
      style={{ paddingRight: `${100 - mid}%` }}
    >
      <span className={styles.start} translate="no">
        {format(start) ?? formatShortfall(1 - start)}
      </span>
      <span className={styles.end}>
        <span className={styles.label}>{`Taux intermédiaire${value ? '\u00a0:' : ''}`}</span>
        {value ? <span translate="no">{` ${format(1)}`}</span> : null}
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

/** Share of an amount of three digits, so that the written left end is the drawn one. */
function roundStart({ amount }: Money, share: number): number {
  const whole = centsOf(amount) ?? 1;
  const cents = whole * share;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, cents))) - 2);
  // a hair for what floating point loses of a whole unit
  return (Math.floor(cents / unit + 1e-6) * unit) / whole;
}

function formatShortfall(share: number): string {
  return `−\u00a0${(100 * share).toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00a0%`;
}

function shareOf({ ct_wish, co_offer }: Offer): number {
  return co_offer.amount / ct_wish.amount;
}
