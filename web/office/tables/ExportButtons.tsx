import { useState } from 'react';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './ExportButtons.module.css';
import { saveTable } from './save-table.ts';
import type { TableFormat, WrittenTable } from './write-table.ts';

type Props = {
  label: string;
  fileName: string;
  makeTable: () => WrittenTable | Promise<WrittenTable>;
};

const FORMATS: readonly [TableFormat, string][] = [
  ['csv', 'CSV'],
  ['xlsx', 'XLSX'],
];

export function ExportButtons({ label, fileName, makeTable }: Props) {
  const [isWriting, setWriting] = useState(false);
  async function save(format: TableFormat): Promise<void> {
    if (isWriting) return;
    setWriting(true);
    try {
      await saveTable(fileName, { format, table: await makeTable() });
    } catch (error) {
      showFailure(error);
    } finally {
      setWriting(false);
    }
  }
  return (
    <p className={styles.export}>
      <span aria-hidden="true">{label}</span>
      <span className={styles.formats}>
        {FORMATS.map(([format, title]) => (
          <Button
            key={format}
            variant="secondary"
            size="small"
            aria-label={`${label} en ${title}`}
            aria-disabled={isWriting}
            onClick={() => void save(format)}
          >
            {title}
          </Button>
        ))}
      </span>
    </p>
  );
}
