import { useId, useState } from 'react';
import type { FixingSide } from '#domain/rates/draft.ts';
import {
  columnLetter,
  DECIMAL_SIGNS,
  type DecimalSign,
  describeForm,
  type TableForm,
  type TableUnit,
  unitName,
} from '#domain/sheets/table-form.ts';
import type { TableCells } from '#domain/sheets/table-numbers.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { SelectField } from '#web/shared/ui/Field.tsx';
import styles from './TablePreview.module.css';

type Props = {
  form: TableForm;
  header: number | null;
  cells: TableCells;
  base: string;
  onChange: (change: Partial<TableForm>) => void;
};

const UNITS: readonly TableUnit[] = [
  'per_base',
  'base_per_1',
  'base_per_100',
  'base_per_1000',
  'base_per_quantity',
];
const SIGNS: readonly DecimalSign[] = ['either', 'comma', 'point'];
const MAX_TITLE = 40;

// The reading of a table in one line, with the fields that correct it.
export function TableReading({ form, header, cells, base, onChange }: Props) {
  const id = useId();
  const hasColumns = form.purchase !== null || form.sale !== null;
  const [isOpen, setOpen] = useState(!hasColumns);
  return (
    <div className={styles.reading}>
      <div className={styles.form}>
        <p>{describeForm(form, base)}</p>
        <Button
          variant="secondary"
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Corriger la lecture
        </Button>
      </div>
      <div id={id} className={styles.fields} hidden={!isOpen}>
        <SelectField
          label="Sens des taux"
          value={form.unit}
          // the options are the units
          onChange={({ currentTarget: { value } }) => onChange({ unit: value as TableUnit })}
        >
          {UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {unitName(unit, base)}
            </option>
          ))}
        </SelectField>
        <ColumnField label="Colonne de l’achat" at="purchase" {...{ form, header, cells, onChange }} />
        <ColumnField label="Colonne de la vente" at="sale" {...{ form, header, cells, onChange }} />
        {form.unit === 'base_per_quantity' ? (
          <ColumnField label="Colonne des quantités" at="quantity" {...{ form, header, cells, onChange }} />
        ) : null}
        <SelectField
          label="Signe des décimales"
          value={form.decimals}
          // the options are the signs
          onChange={({ currentTarget: { value } }) => onChange({ decimals: value as DecimalSign })}
        >
          {SIGNS.map((sign) => (
            <option key={sign} value={sign}>
              {DECIMAL_SIGNS[sign]}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}

type ColumnProps = Omit<Props, 'base'> & { label: string; at: FixingSide | 'quantity' };

function ColumnField({ label, at, form, header, cells, onChange }: ColumnProps) {
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
  const titles = cells[header === null ? 0 : header - 1] ?? [];
  return (
    <SelectField
      label={label}
      value={form[at] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ [at]: value === '' ? null : Number(value) })}
    >
      <option value="">Aucune</option>
      {Array.from({ length: width }, (_, i) => (
        <option key={columnLetter(i)} value={i}>
          {[columnLetter(i), String(titles[i] ?? '').slice(0, MAX_TITLE)].filter(Boolean).join(' · ')}
        </option>
      ))}
    </SelectField>
  );
}
