import { centsOf } from '#domain/money/cents.ts';
import { formatAmount } from '#domain/money/format.ts';
import type { Row } from '../../reservations/format.ts';
import { formatLinkedTotal } from '../../reservations/format.ts';
import styles from './OrdersPage.module.css';

export function Linked({ row }: { row: Row }) {
  if (row.linked.length === 0) return null;
  const counted = row.linked.map(
    ({ number, amount }) => `n°\u00a0${number} (${formatAmount(row.base, centsOf(amount) ?? 0)})`,
  );
  return <span className={styles.soft}>{`Total ${formatLinkedTotal(row)}, avec ${counted.join(', ')}`}</span>;
}
