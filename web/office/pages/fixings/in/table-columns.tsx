import { listLabel } from '#domain/currencies/search.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { isGood, type TableLine } from '#domain/sheets/table-line.ts';
import { Flag } from '#web/shared/ui/Flag.tsx';
import type { Column } from '#web/shared/ui/Table.tsx';
import { formatQuote } from '../cells.ts';
import { LineVerdict } from './LineVerdict.tsx';
import styles from './TablePreview.module.css';
import type { Preview } from './use-preview.ts';

type Props = { rates: readonly RateRow[]; unit: QuoteUnit; preview: Preview };

export function columnsOf(
  { rates, unit, preview }: Props,
  onTouch: (line: number) => void,
): Column<TableLine>[] {
  const known = new Map(rates.map((row) => [row.code, row]));
  const rowOf = ({ code }: TableLine) => (code === null ? undefined : known.get(code));
  const side = (title: string, at: FixingSide): Column<TableLine> => ({
    title,
    width: 16,
    isFigure: true,
    cell: (line) => (
      <Figure
        line={line}
        row={rowOf(line)}
        side={at}
        unit={unit}
        written={preview.writtenOf(line.line)[at]}
      />
    ),
  });
  return [
    {
      title: 'Devise',
      width: 26,
      isRowHeader: true,
      cell: (line) => <Currency line={line} row={rowOf(line)} />,
    },
    side('Achat', 'purchase'),
    side('Vente', 'sale'),
    {
      title: 'État',
      width: 42,
      hasOwnLine: true,
      cell: (line) => (
        <LineVerdict
          line={line}
          row={rowOf(line)}
          written={preview.writtenOf(line.line)}
          {...{ rates, unit, preview, onTouch }}
        />
      ),
    },
  ];
}

function Currency({ line: each, row }: { line: TableLine; row: RateRow | undefined }) {
  const { line, code, currency } = each;
  const alike = 'alike' in each ? each.alike : [];
  return (
    <span className={styles.currency}>
      {code === null ? null : <Flag code={code} lazy />}
      {code === null ? currency || '—' : <strong>{code}</strong>}
      <span className={styles.label}>{row ? listLabel(row.label) : null}</span>
      <span className={styles.line}>
        ligne {line}
        {alike.length > 0 ? `, comme ${formatLineNumbers(alike)}` : ''}
      </span>
    </span>
  );
}

type FigureProps = {
  line: TableLine;
  row: RateRow | undefined;
  side: FixingSide;
  unit: QuoteUnit;
  written: string;
};

const MAX_WRITTEN = 24;

function Figure({ line, row, side, unit, written }: FigureProps) {
  if (!('draft' in line) || !row) return written.slice(0, MAX_WRITTEN) || '—';
  const next = line.draft[side];
  const former = row[side];
  if (next === undefined) return former === null || !isGood(line) ? '—' : formatQuote(former, unit);
  const amount = Number(next);
  if (former === null || former === amount || !isGood(line)) return formatQuote(amount, unit);
  return (
    <span className={styles.change}>
      <span className={styles.former}>{formatQuote(former, unit)}</span>
      <span aria-hidden="true"> →</span> <span className="visually-hidden">devient</span>
      <strong>{formatQuote(amount, unit)}</strong>
    </span>
  );
}

export function formatLineNumbers(lines: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else runs.push([line, line]);
  }
  const ranges = runs.slice(0, 20).map(([from, to]) => {
    if (from === to) return from;
    return to === from + 1 ? `${from} et ${to}` : `${from} à ${to}`;
  });
  return `${ranges.join(', ')}${runs.length > 20 ? '…' : ''}`;
}
