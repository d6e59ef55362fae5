import { useEffect, useMemo, useRef, useState } from 'react';
import { useBeforeUnload } from 'react-router';
import type { Answer } from '#domain/api.ts';
import { findCurrencies, listEntries, listLabel } from '#domain/currencies/search.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { QuoteUnit, SheetRow } from '#domain/sheets/sheet.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyList, EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import table from '#web/shared/ui/Table.module.css';
import { RowsPlaceholder } from '#web/shared/ui/Table.tsx';
import { useTableRoom } from '#web/shared/ui/use-media-query.ts';
import { announceFailure } from '../../announce.ts';
import { useLastField } from '../../ui/use-last-field.ts';
import type { Branch } from './BranchPicker.tsx';
import { CloseOnBack } from './CloseOnBack.tsx';
import { firstUnreadableField, formatQuote, undoChange } from './cells.ts';
import { countUnsaved, useDrafts } from './drafts.ts';
import { codeOf, focusField } from './fields.ts';
import { LastActs } from './LastActs.tsx';
import { PublishBar } from './PublishBar.tsx';
import { RowMenu } from './RowMenu.tsx';
import styles from './Sheet.module.css';
import { CardsHead, SheetCard, SheetTableRow } from './SheetLine.tsx';
import { makeSheet } from './sheet-calls.ts';
import { isInView, toSheetRow, useSheet, type View } from './sheet-state.ts';
import { formatMidDay } from './sheet-text.tsx';
import { Fold, GRID_ID, showAddCurrencies, Toolbar } from './Toolbar.tsx';
import { useLiveSheet } from './use-live-sheet.ts';
import { usePasteInto } from './use-paste-into.ts';

type Props = {
  view: View;
  onChoose: (view: View) => void;
  rates: Answer<'GET /api/fixings/rates'>;
  last: Answer<'GET /api/fixings/batch/last'>;
  at: Date;
  branch: number | null;
  branches: readonly Branch[];
  currency: string;
};

// spec 9, in the order of contract 7
const COLUMNS = [
  { title: 'Devise', width: 35 },
  { title: 'Achat', width: 12, isFigure: true },
  { title: 'Vente', width: 12, isFigure: true },
  { title: 'Écart', detail: 'taux interm.', width: 17, isFigure: true },
  { title: 'Fixé', width: 12, isFigure: true },
  { title: 'Actions', width: 12 },
];

const USUAL_LENGTH = 8;
const USUAL_REMS = 740 / 16;
/** Width in rem of 16 px from which a table shows long figures whole; below it, cards. */
const LONG_REMS = 1400 / 16;

const NO_SHEET = { rows: [], quote_unit: 'per_base', is_made: false } as const;

const FIRST_ROWS = 16;
const ROW_HEIGHT = 40;

export function Sheet(props: Props) {
  const { view, onChoose, rates: loaded, last, at, branch, branches, currency } = props;
  const { base, rates } = loaded;
  useLiveSheet();
  const sheet = useSheet((state) => state.sheet);
  const now = useMinuteClock(at);
  const [query, setQuery] = useState(currency);
  useEffect(() => {
    // after the focus of a page that is entered
    const frame = requestAnimationFrame(() => focusField(currency, 'purchase'));
    return () => cancelAnimationFrame(frame);
  }, [currency]);
  const [isOpen, setOpen] = useState(true);
  const [isReviewing, setReviewing] = useState(false);
  const review = useReview();
  const isWhole = useIsPainted();
  const { rows: mine, quote_unit: unit, is_made } = sheet ?? NO_SHEET;
  const everyRow = useMemo(() => {
    const listed = new Map(mine.map((row) => [row.code, row]));
    const known = new Set(rates.map(({ code }) => code));
    return [
      ...rates.map((row) => listed.get(row.code) ?? toSheetRow(row)),
      ...mine.filter(({ code }) => !known.has(code)),
    ];
  }, [mine, rates]);
  const inView = view === 'all' ? everyRow : mine.filter((row) => isInView(view, row));
  const rows = useSearchedRows(inView, query, isWhole);
  const isToMake = view === 'mine' && !is_made;
  const isLong = useMemo(() => hasLongFigures(rows, unit), [rows, unit]);
  const isTable = useTableRoom(isLong ? LONG_REMS : USUAL_REMS);

  const grid = useRef<HTMLDivElement>(null);
  const focusLastField = useLastField(grid);
  const onPaste = usePasteInto(rows, unit, branch !== null);

  function showUnreadable() {
    const id = firstUnreadableField();
    if (!id) return;
    setOpen(true);
    if (!document.getElementById(id)) {
      setQuery('');
      if (view !== 'all') onChoose(is_made && mine.some(({ code }) => code === codeOf(id)) ? 'mine' : 'all');
    }
    // a hidden row is drawn first
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  }

  function openReview() {
    if (firstUnreadableField()) showUnreadable();
    else if (countUnsaved(useDrafts.getState()) > 0) review.load(() => setReviewing(true));
  }

  // the bar that had the focus is gone
  function keepFocus() {
    if (document.activeElement === document.body) focusLastField();
  }

  const fold = <Fold base={base} isOpen={isOpen} onFold={() => setOpen(!isOpen)} />;

  useSheetKeys(openReview);
  // unreadable text is no draft, and is stored nowhere
  useBeforeUnload((event) => {
    if (firstUnreadableField()) event.preventDefault();
  });

  return (
    <div className={styles.sheet}>
      <div className={styles.head}>
        <Toolbar
          view={view}
          onChoose={onChoose}
          query={query}
          onQuery={setQuery}
          rates={rates}
          fold={isTable ? fold : null}
          branch={branch}
          branches={branches}
        />
        <LastActs last={last} onTakenBack={focusLastField} />
        {isTable ? null : <CardsHead fold={fold} isEmpty={isToMake || !isOpen || rows.length === 0} />}
      </div>
      <div id={GRID_ID} ref={grid} className={styles.grid} hidden={!isOpen} onPaste={onPaste}>
        {isToMake ? (
          <SheetToMake count={mine.length} rates={rates} />
        ) : (
          <Rows
            title={`Vos taux pour 1 ${base}`}
            empty={query.trim() === '' ? EMPTY_TEXTS[view] : noneFor(query)}
            rows={rows}
            unit={unit}
            at={now}
            isWhole={isWhole}
            isTable={isTable}
            isOrdered={view === 'mine' && query.trim() === ''}
          />
        )}
      </div>
      <PublishBar
        rows={everyRow}
        unit={unit}
        onReview={openReview}
        onUnreadable={showUnreadable}
        onAbandoned={focusLastField}
      />
      {review.Review ? (
        <review.Review
          rows={everyRow}
          unit={unit}
          isOpen={isReviewing}
          onClose={() => setReviewing(false)}
          onPublished={keepFocus}
        />
      ) : null}
      <RowMenu rows={everyRow} />
      <CloseOnBack isReviewing={isReviewing} onCloseReview={() => setReviewing(false)} />
    </div>
  );
}

function noneFor(query: string): string {
  return `Aucune devise pour «\u00a0${query.trim()}\u00a0». Essayez un code, un nom ou un pays.`;
}

function useSearchedRows(rows: readonly SheetRow[], query: string, isShown: boolean): readonly SheetRow[] {
  const isSearched = query.trim() !== '';
  // building the search index takes as long as the first rows: it waits for them, or for a search
  const isReady = isShown || isSearched;
  const entries = useMemo(() => (isReady ? listEntries(rows) : []), [rows, isReady]);
  return useMemo(() => {
    if (!isSearched) return rows;
    const byCode = new Map(rows.map((row) => [row.code, row]));
    return findCurrencies(entries, query).flatMap(({ code }) => byCode.get(code) ?? []);
  }, [rows, entries, query, isSearched]);
}

function SheetToMake({ count, rates }: { count: number; rates: readonly RateRow[] }) {
  const [isMaking, setMaking] = useState(false);
  async function make() {
    if (isMaking) return;
    setMaking(true);
    await makeSheet();
    setMaking(false);
  }
  return (
    <EmptyState
      title="Votre feuille du matin"
      action={
        count === 0 ? (
          <Button onClick={() => showAddCurrencies(rates)}>
            <Icon name="plus" /> Ajouter une devise
          </Button>
        ) : (
          <Button aria-disabled={isMaking} onClick={() => void make()}>
            Faire ma feuille avec {count === 1 ? 'ma devise' : `mes ${count} devises`}
          </Button>
        )
      }
    >
      Les devises que vous servez, dans votre ordre. Chaque taux se lit à côté de son écart au taux
      intermédiaire, et tous se publient ensemble.
    </EmptyState>
  );
}

type RowsProps = {
  title: string;
  empty: string;
  rows: readonly SheetRow[];
  unit: QuoteUnit;
  at: Date;
  isWhole: boolean;
  isTable: boolean;
  isOrdered: boolean;
};

function Rows({ title, empty, rows, unit, at, isWhole, isTable, isOrdered }: RowsProps) {
  const midDay = useMemo(() => commonDay(rows, at), [rows, at]);
  if (rows.length === 0) {
    return (
      <div className={styles.none}>
        <EmptyList>{empty}</EmptyList>
      </div>
    );
  }
  const first = isWhole || !isTable ? rows : rows.slice(0, FIRST_ROWS);
  const Line = isTable ? SheetTableRow : SheetCard;
  const lines = first.map((row) => (
    <Line
      key={row.code}
      row={row}
      label={listLabel(row.label)}
      unit={unit}
      at={at}
      commonMidDay={midDay}
      isOrdered={isOrdered}
    />
  ));
  if (!isTable) {
    return (
      <ul className={styles.cards} aria-label={title}>
        {lines}
      </ul>
    );
  }
  return (
    <table className={`${table.table} ${styles.table}`} aria-label={title}>
      <colgroup>
        {COLUMNS.map(({ title, width }) => (
          <col key={title} style={{ width: `${width}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {COLUMNS.map(({ title, detail, isFigure }) => (
            <th key={title} scope="col" data-figure={isFigure}>
              {title === 'Actions' ? <span className="visually-hidden">{title}</span> : title}
              {detail ? <span className={styles.note}> {detail}</span> : null}
              {detail && midDay ? <span className={styles.note}> {midDay}</span> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines}
        <RowsPlaceholder count={rows.length - first.length} height={ROW_HEIGHT} />
      </tbody>
    </table>
  );
}

/**
 * False until the first rows are painted. The others then come at once, because fast typing delays
 * interruptible work and must not reach the end of a partial sheet.
 */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

const EMPTY_TEXTS: Record<View, string> = {
  mine: 'Votre feuille est vide. Ajoutez-y les devises que vous servez.',
  all: '',
  to_confirm: 'Aucun taux à confirmer : les voyageurs voient tous les vôtres parmi les premiers.',
  suspended: 'Aucune devise suspendue : chaque côté fixé est comparé.',
};

function hasLongFigures(rows: readonly SheetRow[], unit: QuoteUnit): boolean {
  return rows.some(({ purchase, sale }) =>
    [purchase, sale].some((amount) => formatQuote(amount, unit).length > USUAL_LENGTH),
  );
}

function commonDay(rows: readonly SheetRow[], at: Date): string {
  const counts = new Map<string, number>();
  for (const { mid_at } of rows) if (mid_at !== '') counts.set(mid_at, (counts.get(mid_at) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most ? formatMidDay(new Date(most[0]), at) : '';
}

function useMinuteClock(at: Date): Date {
  const [now, setNow] = useState(at);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now > at ? now : at;
}

function useSheetKeys(publish: () => void): void {
  const act = useRef(publish);
  useEffect(() => {
    act.current = publish;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      const { key, target } = event;
      if (key === 'Enter') act.current();
      // outside of a field, a browser would type again what is published
      else if (key.toLowerCase() === 'z' && !(target instanceof HTMLInputElement)) undoChange();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

const loadReview = () => import('./Review.tsx');

function useReview() {
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadReview>>>();
  useEffect(() => {
    // Safari has no requestIdleCallback
    (window.requestIdleCallback ?? setTimeout)(() => {
      loadReview().then(setPart, () => undefined);
    });
  }, []);
  const load = (then: () => void) => {
    loadReview().then(
      (loaded) => {
        setPart(loaded);
        then();
      },
      () =>
        announceFailure('La publication n’a pas pu s’ouvrir. Vérifiez votre connexion, puis recommencez.'),
    );
  };
  return { Review: part?.Review, load };
}
