import { useMemo, useState } from 'react';
import { groupDigits } from '#domain/money/format.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { UNIT_SIZES } from '#domain/sheets/table-form.ts';
import type { TableLine } from '#domain/sheets/table-line.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Table } from '#web/shared/ui/Table.tsx';
import styles from './TablePreview.module.css';
import { TableReading } from './TableReading.tsx';
import { TakeOverBar } from './TakeOverBar.tsx';
import { columnsOf, formatLineNumbers } from './table-columns.tsx';
import type { Preview, PreviewSource } from './use-preview.ts';

type Props = PreviewSource & { preview: Preview; onCreateDrafts: () => void; onAbandon: () => void };

export const PREVIEW_ID = 'apercu';

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
  'left',
];
const APART = 'À part';
const FILTERS: readonly { title: string; outcomes: readonly Outcome[] }[] = [
  { title: 'Toutes', outcomes: ORDER },
  { title: 'À choisir', outcomes: ['to_choose'] },
  { title: 'À corriger', outcomes: ['to_correct'] },
  { title: 'Refusées', outcomes: ['refused'] },
  { title: 'À reprendre', outcomes: ['changed', 'new'] },
  { title: 'Inchangées', outcomes: ['unchanged'] },
  { title: 'Écartées', outcomes: ['not_kept'] },
  { title: 'Laissées', outcomes: ['left'] },
  { title: APART, outcomes: ['apart'] },
];

export function TablePreview(props: Props) {
  const { cells, base, unit, preview, onCreateDrafts, onAbandon } = props;
  const { table } = preview;
  const [filter, setFilter] = useState('Toutes');
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState(LINES_PER_STEP);
  const ordered = useOrder(preview);
  const outcomes = FILTERS.find(({ title }) => title === filter)?.outcomes ?? ORDER;
  // a line that was just corrected stays where it was pressed
  const listed = ordered.filter(({ line, outcome }) => outcomes.includes(outcome) || touched.has(line));
  const count = (outcome: Outcome) => table.lines.filter((line) => line.outcome === outcome).length;
  const touch = (line: number) => setTouched(new Set(touched).add(line));
  return (
    <>
      <Card
        title={formatTitle(base, unit)}
        foot={
          listed.length > shown ? (
            <Button variant="secondary" onClick={() => setShown(shown + LINES_PER_STEP)}>
              Afficher la suite
            </Button>
          ) : null
        }
      >
        <div id={PREVIEW_ID} className={styles.head} tabIndex={-1}>
          <TableReading
            key={String(table.form.purchase === null && table.form.sale === null)}
            form={table.form}
            header={table.header}
            cells={cells}
            base={base}
            onChange={preview.changeForm}
          />
        </div>
        {table.others.length > 0 ? (
          <div className={styles.others}>
            <CheckField
              label={formatOthers(table.others.length)}
              hint={formatApart(table.others.length, count('apart'))}
              checked={preview.addsOthers}
              onChange={({ currentTarget: { checked } }) => preview.addOthers(checked)}
            />
          </div>
        ) : null}
        <TableNotices preview={preview} />
        {table.skipped.length > 0 ? (
          <p className={styles.skipped}>
            Lignes sans taux laissées de côté&nbsp;: {formatLineNumbers(table.skipped)}.
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
        {filter === APART ? (
          <p className={styles.skipped}>Ajoutez ces devises une à une, ou toutes ensemble plus haut.</p>
        ) : null}
        {listed.length === 0 ? (
          <EmptyList>
            {table.lines.length === 0
              ? 'Aucune ligne n’a de taux dans les colonnes de l’achat et de la vente.'
              : 'Aucune ligne ici.'}
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
      <TakeOverBar count={count} onTakeOver={onCreateDrafts} onAbandon={onAbandon} />
    </>
  );
}

// Lines that a person must look at first, as they were before any was changed. Rates of one currency to choose from
// stand together.
function useOrder({ first, table }: Preview): readonly TableLine[] {
  return useMemo(() => {
    const before = new Map(first.lines.map((line) => [line.line, line]));
    return table.lines.toSorted((one, other) => {
      const [a, b] = [before.get(one.line) ?? one, before.get(other.line) ?? other];
      const byRank = ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome);
      const byCode = a.outcome === 'to_choose' ? (a.code ?? '').localeCompare(b.code ?? '') : 0;
      return byRank || byCode || a.line - b.line;
    });
  }, [first, table]);
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
          D’après les taux intermédiaires, les titres des deux colonnes sont échangés.
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
          Gardez le premier ou le dernier taux de chaque devise, ou choisissez ligne par ligne.
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
  if (unit === 'per_base') return `Aperçu, pour 1 ${base}`;
  return `Aperçu, en ${base} pour ${groupDigits(String(UNIT_SIZES[unit]))}`;
}

function formatOthers(count: number): string {
  return count === 1 ? 'Ajouter aussi 1 devise' : `Ajouter aussi ${count} devises`;
}

function formatApart(codes: number, lines: number): string {
  const why = `Votre bureau ne ${codes === 1 ? 'la' : 'les'} propose pas encore.`;
  if (lines === 0) return why;
  const owner = codes === 1 ? ['Sa', 'Ses'] : ['Leur', 'Leurs'];
  return lines === 1
    ? `${why} ${owner[0]} ligne reste à part.`
    : `${why} ${owner[1]} ${lines} lignes restent à part.`;
}
