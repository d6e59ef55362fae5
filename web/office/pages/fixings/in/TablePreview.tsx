import { useMemo, useState } from 'react';
import { groupDigits } from '#domain/money/format.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { writtenFigures } from '#domain/sheets/rate-table.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { isGood, type TableLine } from '#domain/sheets/table-line.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { formatQuote } from '../cells.ts';
import { LineVerdict } from './LineVerdict.tsx';
import styles from './TablePreview.module.css';
import { TableReading } from './TableReading.tsx';
import type { Preview, PreviewSource } from './use-preview.ts';

type Props = PreviewSource & { preview: Preview; onCreateDrafts: () => void };

const LINES_PER_STEP = 200;

type Outcome = TableLine['outcome'];
const ORDER: readonly Outcome[] = [
  'to_choose',
  'to_correct',
  'refused',
  'changed',
  'new',
  'unchanged',
  'not_kept',
];
const FILTERS: readonly { title: string; outcomes: readonly Outcome[] }[] = [
  { title: 'Toutes', outcomes: ORDER },
  { title: 'À choisir', outcomes: ['to_choose', 'not_kept'] },
  { title: 'À corriger', outcomes: ['to_correct'] },
  { title: 'Refusées', outcomes: ['refused'] },
  { title: 'À reprendre', outcomes: ['changed', 'new'] },
  { title: 'Inchangées', outcomes: ['unchanged'] },
];

export function TablePreview(props: Props) {
  const { cells, base, unit, preview, onCreateDrafts } = props;
  const { table } = preview;
  const [filter, setFilter] = useState('Toutes');
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState(LINES_PER_STEP);
  const ordered = useOrder(preview);
  const outcomes = FILTERS.find(({ title }) => title === filter)?.outcomes ?? ORDER;
  // a line that was just corrected stays where it was pressed
  const listed = ordered.filter(({ line, outcome }) => outcomes.includes(outcome) || touched.has(line));
  const count = (outcome: Outcome) => table.lines.filter((line) => line.outcome === outcome).length;
  const draftCount = count('new') + count('changed');
  const touch = (line: number) => setTouched(new Set(touched).add(line));
  return (
    <Card
      title={formatTitle(base, unit)}
      note={formatCounts(count)}
      foot={
        listed.length > shown ? (
          <Button variant="secondary" onClick={() => setShown(shown + LINES_PER_STEP)}>
            Afficher la suite
          </Button>
        ) : null
      }
    >
      <div className={styles.head}>
        <TableReading
          key={String(table.form.purchase === null && table.form.sale === null)}
          form={table.form}
          header={table.header}
          cells={cells}
          base={base}
          onChange={preview.changeForm}
        />
        {draftCount === 0 ? (
          <p className={styles.nothing}>Rien à reprendre</p>
        ) : (
          <Button onClick={onCreateDrafts}>{formatDraftCount(draftCount)}</Button>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {formatCounts(count)}
      </p>
      <TableNotices preview={preview} />
      {table.skipped.length > 0 ? (
        <p className={styles.skipped}>
          Lignes sans taux, laissées de côté&nbsp;: {formatLineNumbers(table.skipped)}.
        </p>
      ) : null}
      <Filters
        lines={table.lines}
        filter={filter}
        onChoose={(title) => {
          setFilter(title);
          setTouched(new Set());
          setShown(LINES_PER_STEP);
        }}
      />
      {listed.length === 0 ? (
        <EmptyList>
          {table.lines.length === 0
            ? 'Aucune ligne ne donne un taux à l’endroit de l’achat et de la vente.'
            : 'Aucune ligne de cette sorte.'}
        </EmptyList>
      ) : (
        <Table
          label="Lignes du tableau"
          columns={columnsOf(props, touch)}
          rows={listed.slice(0, shown)}
          keyOf={({ line }) => line}
        />
      )}
    </Card>
  );
}

// Lines that a person must look at first, as they were before any was corrected.
function useOrder({ first, table }: Preview): readonly TableLine[] {
  return useMemo(() => {
    const ranks = new Map(first.lines.map(({ line, outcome }) => [line, ORDER.indexOf(outcome)]));
    const rank = ({ line, outcome }: TableLine) => ranks.get(line) ?? ORDER.indexOf(outcome);
    return table.lines.toSorted((a, b) => rank(a) - rank(b) || groupOf(a, b));
  }, [first, table]);
}

// Rates of one currency to choose from stand together.
function groupOf(a: TableLine, b: TableLine): number {
  const isOfChoice = ({ outcome }: TableLine) => outcome === 'to_choose' || outcome === 'not_kept';
  const byCode = isOfChoice(a) && isOfChoice(b) ? (a.code ?? '').localeCompare(b.code ?? '') : 0;
  return byCode || a.line - b.line;
}

function TableNotices({ preview }: { preview: Preview }) {
  const { table, keepsAll } = preview;
  const open = new Set(table.lines.filter(({ outcome }) => outcome === 'to_choose').map(({ code }) => code))
    .size;
  return (
    <div className={styles.notices}>
      {table.seemsSwapped ? (
        <Notice
          tone="warning"
          title="Achat et vente semblent inversés"
          action={
            <Button variant="secondary" size="small" onClick={preview.swapColumns}>
              Inverser les deux colonnes
            </Button>
          }
        >
          Les titres et les taux intermédiaires se contredisent.
        </Notice>
      ) : null}
      {open > 0 || keepsAll ? (
        <Notice
          tone={open > 0 ? 'warning' : 'info'}
          title={open === 0 ? formatKept(keepsAll) : formatOpen(open)}
          action={
            <div className={styles.acts}>
              <Button
                variant="secondary"
                size="small"
                aria-pressed={keepsAll === 'first'}
                onClick={() => preview.keepAll('first')}
              >
                Garder les premiers
              </Button>
              <Button
                variant="secondary"
                size="small"
                aria-pressed={keepsAll === 'last'}
                onClick={() => preview.keepAll('last')}
              >
                Garder les derniers
              </Button>
            </div>
          }
        >
          Gardez le premier ou le dernier de chaque devise, ou choisissez une à une.
        </Notice>
      ) : null}
    </div>
  );
}

function formatOpen(count: number): string {
  return count === 1 ? '1 devise a plusieurs taux' : `${count} devises ont plusieurs taux`;
}

function formatKept(all: 'first' | 'last' | null): string {
  return all === 'last'
    ? 'Le dernier taux de chaque devise est gardé'
    : 'Le premier taux de chaque devise est gardé';
}

type FiltersProps = { lines: readonly TableLine[]; filter: string; onChoose: (title: string) => void };

function Filters({ lines, filter, onChoose }: FiltersProps) {
  const counted = FILTERS.map(({ title, outcomes }) => ({
    title,
    count: lines.filter(({ outcome }) => outcomes.includes(outcome)).length,
  }));
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">Lignes montrées</legend>
      {counted
        .filter(({ title, count }) => count > 0 || title === filter)
        .map(({ title, count }) => (
          <button
            key={title}
            type="button"
            className={styles.filter}
            aria-pressed={title === filter}
            onClick={() => onChoose(title)}
          >
            {title} <span className={styles.count}>{count}</span>
          </button>
        ))}
    </fieldset>
  );
}

function formatTitle(base: string, unit: QuoteUnit): string {
  return unit === 'per_base' ? `Aperçu, pour 1 ${base}` : `Aperçu, en ${base} pour ${UNITS[unit]}`;
}

const UNITS = { base_per_1: '1', base_per_100: '100', base_per_1000: '1\u00a0000' } as const;

function columnsOf(
  { cells, rates, unit, preview }: Props,
  onTouch: (line: number) => void,
): Column<TableLine>[] {
  const known = new Map(rates.map((row) => [row.code, row]));
  const rowOf = ({ code }: TableLine) => (code === null ? undefined : known.get(code));
  const writtenOf = ({ line }: TableLine) => writtenFigures(cells[line - 1] ?? [], preview.table.form);
  const side = (title: string, at: FixingSide): Column<TableLine> => ({
    title,
    width: 16,
    isFigure: true,
    cell: (line) => (
      <Figure line={line} row={rowOf(line)} side={at} unit={unit} written={writtenOf(line)[at]} />
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
      title: 'Verdict',
      width: 42,
      hasOwnLine: true,
      cell: (line) => (
        <LineVerdict
          line={line}
          row={rowOf(line)}
          written={writtenOf(line)}
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
      <span className={styles.label}>{row?.label}</span>
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
    <>
      <span className={styles.former}>{formatQuote(former, unit)}</span>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden">devient</span>
      <strong>{formatQuote(amount, unit)}</strong>
    </>
  );
}

function formatCounts(count: (outcome: Outcome) => number): string {
  const summary = [
    [count('changed'), 'changé', 'changés'],
    [count('new'), 'nouveau', 'nouveaux'],
    [count('unchanged'), 'inchangé', 'inchangés'],
    [count('to_choose'), 'à choisir', 'à choisir'],
    [count('to_correct'), 'à corriger', 'à corriger'],
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
