import { useState } from 'react';
import { groupDigits } from '#domain/money/format.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { RateTable, TableCells, TableColumns, TableLine } from '#domain/sheets/rate-table.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { SelectField } from '#web/shared/ui/Field.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { formatQuote } from '../cells.ts';
import { formatDoubt } from '../doubts.tsx';
import styles from './TablePreview.module.css';

type Props = {
  cells: TableCells;
  table: RateTable;
  base: string;
  rates: readonly RateRow[];
  unit: QuoteUnit;
  onColumns: (columns: TableColumns) => void;
  onCreateDrafts: () => void;
};

const SIDES = [
  ['purchase', 'achat'],
  ['sale', 'vente'],
] as const;
const LINES_PER_STEP = 200;

export function TablePreview({ cells, table, base, rates, unit, onColumns, onCreateDrafts }: Props) {
  const [shown, setShown] = useState(LINES_PER_STEP);
  const { lines, columns, skipped } = table;
  const refused = lines.filter(({ outcome }) => outcome === 'refused');
  const ordered = [...refused, ...lines.filter(({ outcome }) => outcome !== 'refused')];
  const count = (outcome: TableLine['outcome']) => lines.filter((line) => line.outcome === outcome).length;
  const draftCount = count('new') + count('changed');
  return (
    <Card
      title={formatTitle(base, unit)}
      note={formatCounts(count)}
      foot={
        ordered.length > shown ? (
          <Button variant="secondary" onClick={() => setShown(shown + LINES_PER_STEP)}>
            Afficher la suite
          </Button>
        ) : null
      }
    >
      <div className={styles.head}>
        <div className={styles.columns}>
          {SIDES.map(([side, name]) => (
            <ColumnChoice
              key={side}
              side={side}
              name={name}
              cells={cells}
              table={table}
              onColumns={onColumns}
              columns={columns}
            />
          ))}
        </div>
        {draftCount === 0 ? (
          <p className={styles.nothing}>Rien à reprendre</p>
        ) : (
          <Button onClick={onCreateDrafts}>{formatDraftCount(draftCount)}</Button>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {formatCounts(count)}
      </p>
      {skipped.length > 0 ? (
        <p className={styles.skipped}>Lignes sans taux, laissées de côté : {formatLineNumbers(skipped)}.</p>
      ) : null}
      {lines.length === 0 ? (
        <EmptyList>Aucune ligne ne donne un taux à l’endroit de l’achat et de la vente.</EmptyList>
      ) : (
        <Table
          label="Lignes du tableau"
          columns={columnsOf(rates, unit)}
          rows={ordered.slice(0, shown)}
          keyOf={({ line }) => line}
        />
      )}
    </Card>
  );
}

function ColumnChoice({
  side,
  name,
  cells,
  table: { header },
  columns,
  onColumns,
}: Pick<Props, 'cells' | 'table' | 'onColumns'> & { side: FixingSide; name: string; columns: TableColumns }) {
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
  const titles = (header === null ? cells[0] : cells[header - 1]) ?? [];
  return (
    <SelectField
      label={`Colonne de l’${name}`.replace('l’vente', 'la vente')}
      value={columns[side] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onColumns({ ...columns, [side]: value === '' ? null : Number(value) })
      }
    >
      <option value="">Aucune</option>
      {Array.from({ length: width }, (_, i) => (
        <option key={letterOf(i)} value={i}>
          {[letterOf(i), String(titles[i] ?? '').slice(0, 40)].filter(Boolean).join(' · ')}
        </option>
      ))}
    </SelectField>
  );
}

function letterOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : `${letterOf(Math.floor(column / 26) - 1)}${letter}`;
}

function formatTitle(base: string, unit: QuoteUnit): string {
  return unit === 'per_base' ? `Aperçu, pour 1 ${base}` : `Aperçu, en ${base} pour ${UNITS[unit]}`;
}

const UNITS = { base_per_1: '1', base_per_100: '100', base_per_1000: '1\u00a0000' } as const;

function columnsOf(rates: readonly RateRow[], unit: QuoteUnit): Column<TableLine>[] {
  const known = new Map(rates.map((row) => [row.code, row]));
  const rowOf = ({ code }: TableLine) => (code === null ? undefined : known.get(code));
  const side = (title: string, at: FixingSide): Column<TableLine> => ({
    title,
    width: 18,
    isFigure: true,
    cell: (line) => <Change line={line} row={rowOf(line)} side={at} unit={unit} />,
  });
  return [
    {
      title: 'Devise',
      width: 30,
      isRowHeader: true,
      cell: (line) => <Currency line={line} row={rowOf(line)} />,
    },
    side('Achat', 'purchase'),
    side('Vente', 'sale'),
    {
      title: 'Verdict',
      width: 34,
      hasOwnLine: true,
      cell: (line) => <Verdict line={line} row={rowOf(line)} unit={unit} />,
    },
  ];
}

function Currency({ line: { line, code, currency }, row }: { line: TableLine; row: RateRow | undefined }) {
  return (
    <span className={styles.currency}>
      {code === null ? null : <Flag code={code} lazy />}
      {code === null ? currency || '—' : <strong>{code}</strong>}
      <span className={styles.label}>{row?.label}</span>
      <span className={styles.line}>ligne {line}</span>
    </span>
  );
}

type CellProps = { line: TableLine; row: RateRow | undefined; unit: QuoteUnit };

function Change({ line, row, side, unit }: CellProps & { side: FixingSide }) {
  if (line.outcome === 'refused' || !row) return '—';
  const next = line.draft[side];
  const former = row[side];
  if (next === undefined) return former === null ? '—' : formatQuote(former, unit);
  const amount = Number(next);
  if (former === null || former === amount) return formatQuote(amount, unit);
  return (
    <>
      <span className={styles.former}>{formatQuote(former, unit)}</span>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden">devient</span>
      <strong>{formatQuote(amount, unit)}</strong>
    </>
  );
}

const VERDICTS = {
  new: ['Nouveau', 'success'],
  changed: ['Changé', 'success'],
  unchanged: ['Inchangé', 'neutral'],
  refused: ['Refusé', 'failure'],
} as const;

function Verdict({ line, row, unit }: CellProps) {
  const [name, tone] = VERDICTS[line.outcome];
  const doubts = line.outcome === 'refused' || !row ? [] : line.doubts;
  return (
    <div className={styles.verdict}>
      <Badge tone={doubts.length > 0 ? 'warning' : tone}>{name}</Badge>
      {line.outcome === 'refused' ? <p>{line.why}</p> : null}
      {line.outcome !== 'refused' && line.isRounded ? <p>Arrondi à 8 décimales.</p> : null}
      {row
        ? doubts.map((doubt) => (
            <p key={`${doubt.kind} ${'side' in doubt ? doubt.side : ''}`}>
              {formatDoubt(doubt, row.rate, unit)}
            </p>
          ))
        : null}
    </div>
  );
}

function formatCounts(count: (outcome: TableLine['outcome']) => number): string {
  const summary = [
    [count('changed'), 'changé', 'changés'],
    [count('new'), 'nouveau', 'nouveaux'],
    [count('unchanged'), 'inchangé', 'inchangés'],
    [count('refused'), 'refusé', 'refusés'],
  ] as const;
  return summary
    .flatMap(([n, one, many]) => (n === 0 ? [] : `${groupDigits(String(n))} ${n === 1 ? one : many}`))
    .join(', ');
}

function formatDraftCount(count: number): string {
  return count === 1 ? 'Reprendre 1 taux en brouillon' : `Reprendre ${count} taux en brouillon`;
}

function formatLineNumbers(lines: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else runs.push([line, line]);
  }
  const ranges = runs.slice(0, 20).map(([from, to]) => (from === to ? `${from}` : `${from} à ${to}`));
  return `${ranges.join(', ')}${runs.length > 20 ? '…' : ''}`;
}
