import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import { comparisonPath } from '#domain/pages/address.ts';
import type { AmountRow, CurrencyName } from '#domain/pages/page.ts';
import styles from './AmountTable.module.css';

type Props = {
  label: string;
  from: CurrencyName;
  to: CurrencyName;
  rows: readonly AmountRow[];
  // Side with the round amounts.
  asked: 'given' | 'received';
};

export function AmountTable({ label, from, to, rows, asked }: Props) {
  return (
    <table className={styles.table}>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{asked === 'given' ? 'Vous donnez' : 'Vous recevez'}</th>
          <th scope="col">{asked === 'given' ? 'Vous recevez' : 'Vous donnez'}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ given, received }) => (
          <tr key={asked === 'given' ? given : received}>
            <th scope="row">
              {asked === 'given' ? (
                <a href={comparisonPath(given / 100, from.code, to.code)}>
                  {formatShortAmount(from.code, given)}
                </a>
              ) : (
                formatShortAmount(to.code, received)
              )}
            </th>
            <td>{asked === 'given' ? formatAmount(to.code, received) : formatAmount(from.code, given)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
