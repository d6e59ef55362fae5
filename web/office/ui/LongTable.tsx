import type { ComponentProps } from 'react';
import { Button } from '#web/shared/ui/Button.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import styles from './LongTable.module.css';
import { useFirstRows } from './use-first-rows.ts';

type Props<T> = Omit<ComponentProps<typeof Table>, 'columns' | 'rows' | 'keyOf'> & {
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
  /** Rows that are drawn at first. */
  first: number;
};

/** Table whose first rows are drawn at once, and the rest on demand or for printing. */
export function LongTable<T>({ first, rows, keyOf, ...table }: Props<T>) {
  const { shown, left, showAll } = useFirstRows(rows, keyOf, first);
  return (
    <>
      <Table {...table} rows={shown} keyOf={keyOf} />
      {left === 0 ? null : (
        <div className={styles.more}>
          <Button variant="secondary" onClick={showAll}>
            Afficher {left === 1 ? 'le suivant' : `les ${left} suivants`}
          </Button>
        </div>
      )}
    </>
  );
}
