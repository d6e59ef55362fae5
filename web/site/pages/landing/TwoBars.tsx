import type { Offer } from '#domain/offers/offer.ts';
import styles from './TwoBars.module.css';

// factor, since a margin of a few hundredths would hardly be seen at its true size
const ENLARGED = 6;
// hundredths of the width
const SHORTEST = 4;
/** Hundredths beside the bars for a company above the mid rate, by 3 % at most (contract 2). */
const ROOM_FOR_GAINS = 16;

export type Scale = {
  factor: number;
  full: number;
};

export function scaleOf(offers: readonly Offer[]): Scale {
  const gaps = offers.map(gapOf);
  const full = gaps.some((gap) => gap < 0) ? 100 - ROOM_FOR_GAINS : 100;
  const fits = gaps.every((gap) => full * (1 - gap * ENLARGED) >= SHORTEST);
  return { factor: fits ? ENLARGED : 1, full };
}

/**
 * Bars of an offer, above the value at the mid rate, below the amount received, and beside them the
 * enlargement of the gap.
 */
export function TwoBars({ offer, scale: { factor, full } }: { offer: Offer; scale: Scale }) {
  return (
    <span className={styles.picture} aria-hidden="true">
      <span className={styles.bars}>
        <span className={styles.upper} style={{ width: `${full}%` }} />
        <span
          className={styles.lower}
          style={{ width: `${Math.min(100, full * (1 - gapOf(offer) * factor))}%` }}
        />
      </span>
      {factor === 1 ? null : <span className={styles.scale}>{`écart × ${factor}`}</span>}
    </span>
  );
}

function gapOf({ ct_wish, co_offer }: Offer): number {
  return (ct_wish.amount - co_offer.amount) / ct_wish.amount;
}
