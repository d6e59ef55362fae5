import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import type { Side } from '#domain/comparator/comparator.ts';
import { type Cents, parseAmount } from '#domain/money/cents.ts';
import { formatCents, formatWish } from '#domain/money/format.ts';
import styles from './AmountField.module.css';

type Props = {
  side: Side;
  label: string;
  amount: Cents | null;
  /** answers false when the amount cannot be taken: the keystroke is then refused */
  onType: (amount: Cents | null) => boolean;
  /** the choice of the currency */
  children: ReactNode;
};

// what may stand in the field while one types: digits and spaces, one comma or point, 2 decimals
const TYPING = /^[\d\s]*(?:[.,]\d{0,2})?$/;

export function AmountField({ side, label, amount, onType, children }: Props) {
  const id = useId();
  // While one types, the field keeps the very text; it is set in French digits when left.
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? settled(side, amount);

  function type(text: string) {
    if (TYPING.test(text) && onType(parseAmount(text))) setDraft(text);
  }

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.line}>
        {/* as: React's own types know no custom property */}
        <span className={styles.room} style={{ '--length': shown.length } as CSSProperties}>
          <input
            id={id}
            className={styles.amount}
            data-empty={!amount}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="search"
            placeholder="0"
            maxLength={18}
            value={shown}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={() => setDraft(null)}
          />
        </span>
        {children}
      </div>
    </div>
  );
}

function settled(side: Side, amount: Cents | null): string {
  // spec 5: the wished amount, or '0.00' when empty; the other invites to type
  if (side === 'wish') return formatWish(amount);
  return amount ? formatCents(amount) : '';
}
