import { decimalNumber, decimalOf } from '#domain/money/decimal.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { quoteOf } from '#domain/rates/quote-unit.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { titleWithUnit } from '#domain/sheets/unit-titles.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { ExportButtons } from '../../../tables/ExportButtons.tsx';
import { saveTable } from '../../../tables/save-table.ts';
import type { TableFormat, WrittenTable } from '../../../tables/write-table.ts';

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

export function exportRates(rates: readonly RateRow[], unit: QuoteUnit, format: TableFormat): Promise<void> {
  return saveTable('mes-taux', { format, table: tableOf(rates, unit) });
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
