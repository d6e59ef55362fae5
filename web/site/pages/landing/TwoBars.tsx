import styles from './TwoBars.module.css';

// Margins of a few hundredths would not be seen at their true size: every gap is drawn 6 times larger, the
// same for all bureaux and all searches (said under 'Comment fonctionne le comparateur').
const ENLARGED = 6;
// room on the right for a bureau that beats the mid rate
const FULL = 90;

/** The sign of the house as the picture of an offer: above, the value at the mid rate; below, what is received. */
export function TwoBars({ midValue, received }: { midValue: number; received: number }) {
  const gap = (midValue - received) / midValue;
  const lower = Math.min(100, Math.max(8, FULL * (1 - gap * ENLARGED)));
  return (
    <svg className={styles.bars} viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.upper} width={FULL} height="5" />
      <rect className={styles.lower} y="9" width={lower} height="5" />
    </svg>
  );
}
