import styles from './TwoBars.module.css';

// Margins of a few hundredths would not be seen at their true size: every gap is drawn 6 times larger, the
// same for all bureaux and all searches (said under 'Comment fonctionne le comparateur').
const ENLARGED = 6;
// in hundredths of the width: what is left on the right is for a bureau that beats the mid rate
const FULL = 90;
const SHORTEST = 6;

/** The sign of the house as the picture of an offer: above, the value at the mid rate; below, what is received. */
export function TwoBars({ midValue, received }: { midValue: number; received: number }) {
  const gap = (midValue - received) / midValue;
  const lower = Math.min(100, Math.max(SHORTEST, FULL * (1 - gap * ENLARGED)));
  return (
    <span className={styles.bars} aria-hidden="true">
      <span className={styles.upper} style={{ width: `${FULL}%` }} />
      <span className={styles.lower} style={{ width: `${lower}%` }} />
    </span>
  );
}
