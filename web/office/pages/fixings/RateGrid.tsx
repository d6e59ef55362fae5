import { useEffect, useMemo, useRef, useState } from 'react';
import type { Answer } from '#domain/api.ts';
import { findCurrencies, listEntries, listLabel } from '#domain/currencies/search.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import table from '#web/shared/ui/Table.module.css';
import { RowsPlaceholder } from '#web/shared/ui/Table.tsx';
import { useIsShown } from '#web/shared/ui/use-is-shown.ts';
import { useTableRoom } from '#web/shared/ui/use-media-query.ts';
import { countUnsaved, useDrafts } from './drafts.ts';
import { FixingCard, FixingRow } from './FixingLine.tsx';
import { focusFirst } from './fields.ts';
import styles from './RateGrid.module.css';

type Props = {
  rates: Answer<'GET /api/fixings/rates'>;
  at: Date;
};

// spec 9
const COLUMNS = [
  { title: 'Devise', width: 35 },
  { title: 'Taux interm.', width: 12, isFigure: true },
  { title: 'Achat', width: 12, isFigure: true },
  { title: 'Dernier fixing', width: 17, isFigure: true },
  { title: 'Vente', width: 12, isFigure: true },
  { title: 'Action', width: 12, isFigure: true },
];

const FIRST_ROWS = 16;
const ROW_HEIGHT = 54;

export function RateGrid({ rates: { base, rates }, at }: Props) {
  const [query, setQuery] = useState('');
  const isTable = useTableRoom();
  const wheel = useWheelGuard();
  const isShown = useIsShown();
  const rows = useSearchedRows(rates, query, isShown);

  const first = isShown || !isTable ? rows : rows.slice(0, FIRST_ROWS);
  const Line = isTable ? FixingRow : FixingCard;
  const lines = first.map(({ row, label }) => <Line key={row.code} row={row} label={label} at={at} />);
  return (
    <>
      <div className={styles.tools}>
        <SearchField
          label="Rechercher une devise"
          placeholder="Devise, pays ou code"
          value={query}
          onType={setQuery}
          onEnter={() => focusFirst()}
          hasSlashShortcut
        />
        <UnsavedCount />
      </div>
      <Card title={`Vos taux pour 1 ${base}`} note={countRows(rows.length, rates.length)} canFold>
        <div ref={wheel}>
          {rows.length === 0 ? (
            <EmptyList>
              Aucune devise pour «&nbsp;{query.trim()}&nbsp;». Essayez un code, un nom ou un pays.
            </EmptyList>
          ) : isTable ? (
            <table className={`${table.table} ${styles.table}`} aria-label={`Vos taux pour 1 ${base}`}>
              <colgroup>
                {COLUMNS.map(({ title, width }) => (
                  <col key={title} style={{ width: `${width}%` }} />
                ))}
              </colgroup>
              <thead>
                <tr>
                  {COLUMNS.map(({ title, isFigure }) => (
                    <th key={title} scope="col" data-figure={isFigure}>
                      {title === 'Action' ? <span className="visually-hidden">{title}</span> : title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines}
                <RowsPlaceholder count={rows.length - first.length} height={ROW_HEIGHT} />
              </tbody>
            </table>
          ) : (
            <ul className={styles.cards} aria-label={`Vos taux pour 1 ${base}`}>
              {lines}
            </ul>
          )}
        </div>
      </Card>
    </>
  );
}

function useSearchedRows(rates: readonly RateRow[], query: string, isShown: boolean) {
  const isSearched = query.trim() !== '';
  // building the search index takes as long as the first rows: it waits for them, or for a search
  const isReady = isShown || isSearched;
  const entries = useMemo(() => (isReady ? listEntries(rates) : []), [rates, isReady]);
  return useMemo(() => {
    if (!isSearched) return rates.map((row) => ({ row, label: listLabel(row.label) }));
    const byCode = new Map(rates.map((row) => [row.code, row]));
    return findCurrencies(entries, query).flatMap(({ code, label }) => {
      const row = byCode.get(code);
      return row ? [{ row, label }] : [];
    });
  }, [rates, entries, query, isSearched]);
}

function UnsavedCount() {
  const count = useDrafts(countUnsaved);
  const late = useDrafts(({ saves }) => Object.keys(saves).find((code) => saves[code] === 'late'));
  return (
    <p className={styles.unsaved} role="status" data-count={count}>
      {late ? `${late} : cela prend plus de temps que d’habitude` : countRowsUnsaved(count)}
    </p>
  );
}

function countRowsUnsaved(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 ligne non enregistrée' : `${count} lignes non enregistrées`;
}

function countRows(shown: number, all: number): string {
  return `${shown === all ? '' : `${shown} sur `}${all} devises, heures locales`;
}

/** Scrolls the page on a wheel over the focused field, where the browser would change the amount. */
function useWheelGuard() {
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      if (event.target !== document.activeElement || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      scrollBy({ top: event.deltaY, behavior: 'instant' });
    };
    const element = grid.current;
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);
  return grid;
}
