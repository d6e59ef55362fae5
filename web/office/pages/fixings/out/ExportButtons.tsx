import { useState } from 'react';
import { decimalNumber, decimalOf } from '#domain/money/decimal.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { quoteOf } from '#domain/rates/quote-unit.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { titleWithUnit } from '#domain/sheets/unit-titles.ts';
import { formatMoment } from '#web/shared/dates.ts';
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
    </p>
  );
}

type TableProps = { rates: readonly RateRow[]; unit: QuoteUnit };

function quoted(amount: number | null, unit: QuoteUnit): number | null {
  return amount === null ? null : decimalNumber(quoteOf(decimalOf(amount), unit).quote);
}

export function TemplateButtons({ rates, unit }: TableProps) {
  const makeTable = () => [
    ['Code', 'Devise', titleWithUnit('Achat', unit), titleWithUnit('Vente', unit)],
    ...rates.map(({ code, label, purchase, sale }) => [
      code,
      label,
      quoted(purchase, unit),
      quoted(sale, unit),
    ]),
  ];
  return <ExportButtons label="Télécharger un modèle" fileName="modele-de-taux" makeTable={makeTable} />;
}

export function RatesExport({ rates, unit }: TableProps) {
  return (
    <ExportButtons label="Exporter mes taux" fileName="mes-taux" makeTable={() => tableOf(rates, unit)} />
  );
}

function tableOf(rates: readonly RateRow[], unit: QuoteUnit): WrittenTable {
  const served = rates.filter(({ purchase, sale }) => purchase !== null || sale !== null);
  return [
    [
      'Code',
      'Devise',
      titleWithUnit('Taux intermédiaire', unit),
      titleWithUnit('Achat', unit),
      titleWithUnit('Vente', unit),
      'Dernier fixing (heure locale)',
      'Fixé par',
    ],
    ...served.map(({ code, label, rate, purchase, sale, updated_at, by }) => [
      code,
      label,
      quoted(rate, unit),
      quoted(purchase, unit),
      quoted(sale, unit),
      updated_at === null ? null : formatMoment(new Date(updated_at)),
      by ? `${by.name} ${by.surname}`.trim() : null,
    ]),
  ];
}
