import type { CSSProperties, ReactNode } from 'react';
import styles from './Table.module.css';
import { useIsShown } from './use-is-shown.ts';
import { useTableRoom } from './use-media-query.ts';

export type Column<T> = {
  title: string;
  /** percent of the table's width */
  width: number;
  isTitleHidden?: boolean;
  isFigure?: boolean;
  isRowHeader?: boolean;
  hasOwnLine?: boolean;
  cell: (row: T) => ReactNode;
};

type Props<T> = {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
};

const FIRST_ROWS = 18;
const ROW_HEIGHT = 48;

/** Table, or a list where a table has no room, because a table cut into cards says nothing when read out. */
export function Table<T>(props: Props<T>) {
  return useTableRoom() ? <Cells {...props} /> : <Rows {...props} />;
}

function Cells<T>({ label, columns, rows, keyOf }: Props<T>) {
  const name = nameColumn(columns);
  const first = useIsShown() ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <table className={`${styles.table} ${styles.dense}`} aria-label={label}>
      <colgroup>
        {columns.map(({ title, width }) => (
          <col key={title} style={{ width: `${width}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ title, isFigure, isTitleHidden }) => (
            <th key={title} scope="col" data-figure={isFigure}>
              {isTitleHidden ? <span className="visually-hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {first.map((row) => (
          <tr key={keyOf(row)} data-row={keyOf(row)}>
            {columns.map((column) =>
              column === name ? (
                <th key={column.title} scope="row" data-figure={column.isFigure}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.title} data-figure={column.isFigure}>
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
        <RowsPlaceholder count={rows.length - first.length} height={ROW_HEIGHT} />
      </tbody>
    </table>
  );
}

function Rows<T>({ label, columns, rows, keyOf }: Props<T>) {
  const name = nameColumn(columns);
  const facts = columns.filter((column) => column !== name);
  const widths = facts.map(({ width }) => `minmax(min-content, ${width}fr)`).join(' ');
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} data-row={keyOf(row)} className={styles.row}>
          <div className={styles.head}>{name?.cell(row)}</div>
          <dl className={styles.facts} style={{ '--columns': widths } as CSSProperties}>
            {facts.map(({ title, hasOwnLine, isTitleHidden, isFigure, cell }) => (
              <div key={title} data-long={hasOwnLine}>
                <dt className={isTitleHidden ? 'visually-hidden' : undefined}>{title}</dt>
                <dd data-figure={isFigure}>{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function nameColumn<T>(columns: readonly Column<T>[]): Column<T> | undefined {
  return columns.find(({ isRowHeader }) => isRowHeader) ?? columns[0];
}

export function RowsPlaceholder({ count, height }: { count: number; height: number }) {
  if (count === 0) return null;
  return <tr style={{ height: count * height }} />;
}
