import { memo } from 'react';
import type { RateRow } from '#domain/fixings/fixing.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { AmountInput } from './AmountInput.tsx';
import { LastFixing } from './LastFixing.tsx';
import styles from './RateGrid.module.css';
import { SaveButton } from './SaveButton.tsx';
import { useFixing } from './use-fixing.ts';

export type LineProps = { row: RateRow; label: string; at: Date; agent: string };

/** A currency as a row of the table. */
export const FixingRow = memo(function FixingRow({ row, label, at, agent }: LineProps) {
  const fixing = useFixing(row);
  return (
    <tr data-changed={fixing.draft?.isChanged === true}>
      <th scope="row">
        <span className={styles.currency}>
          <Flag code={row.code} lazy />
          <span className={styles.code}>{row.code}</span>
          <span className={styles.label}>{label}</span>
        </span>
      </th>
      <td data-figure>{formatRate(decimalOf(row.rate))}</td>
      <td data-figure>
        <AmountInput fixing={fixing} side="purchase" />
      </td>
      <td data-figure>
        <LastFixing fixing={fixing} at={at} agent={agent} />
      </td>
      <td data-figure>
        <AmountInput fixing={fixing} side="sale" />
      </td>
      <td data-figure>
        <SaveButton fixing={fixing} />
      </td>
    </tr>
  );
});
