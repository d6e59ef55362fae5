import { memo } from 'react';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { AmountInput } from './AmountInput.tsx';
import type { LineProps } from './FixingRow.tsx';
import { LastFixing } from './LastFixing.tsx';
import styles from './RateGrid.module.css';
import { SaveButton } from './SaveButton.tsx';
import { useFixing } from './use-fixing.ts';

/** A currency on a phone. */
export const FixingCard = memo(function FixingCard({ row, label, at, agent }: LineProps) {
  const fixing = useFixing(row);
  return (
    <li className={styles.card} data-changed={fixing.draft?.isChanged === true}>
      <div className={styles.cardHead}>
        <span className={styles.currency}>
          <Flag code={row.code} lazy />
          <span className={styles.code}>{row.code}</span>
          <span className={styles.label}>{label}</span>
        </span>
        <span className={styles.rate}>{formatRate(decimalOf(row.rate))}</span>
      </div>
      <div className={styles.cardFields}>
        <div>
          <span className={styles.fieldLabel} aria-hidden="true">
            Achat
          </span>
          <AmountInput fixing={fixing} side="purchase" />
        </div>
        <div>
          <span className={styles.fieldLabel} aria-hidden="true">
            Vente
          </span>
          <AmountInput fixing={fixing} side="sale" />
        </div>
        <SaveButton fixing={fixing} />
      </div>
      <p className={styles.cardLast}>
        <LastFixing fixing={fixing} at={at} agent={agent} />
      </p>
    </li>
  );
});
