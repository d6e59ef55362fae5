import { useEffect, useMemo, useRef, useState } from 'react';
import { useBeforeUnload } from 'react-router';
import type { Answer } from '#domain/api.ts';
import { listLabel } from '#domain/currencies/search.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { QuoteUnit, SheetRow } from '#domain/sheets/sheet.ts';
import { UNITS } from '#domain/sheets/unit-titles.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyList, EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import table from '#web/shared/ui/Table.module.css';
import { RowsPlaceholder } from '#web/shared/ui/Table.tsx';
import { Select } from '#web/shared/ui/TextInput.tsx';
import { useTableRoom } from '#web/shared/ui/use-media-query.ts';
import { announceFailure } from '../../announce.ts';
import { AddCurrencies } from './AddCurrencies.tsx';
import { clearCells, firstUnreadableField, formatQuote, undoChange, useCells } from './cells.ts';
import { countUnsaved, useDrafts } from './drafts.ts';
import { PublishBar } from './PublishBar.tsx';
import styles from './Sheet.module.css';
import { SheetCard, SheetTableRow } from './SheetLine.tsx';
import { changeUnit, makeSheet } from './sheet-calls.ts';
import { isInView, useSheet, type View } from './sheet-state.ts';
import { formatMidDay } from './sheet-text.tsx';
import { useLiveSheet } from './use-live-sheet.ts';

type Props = {
  view: View;
  rates: readonly RateRow[];
  last: Answer<'GET /api/fixings/batch/last'>;
  at: Date;
};

/** `long`: width in percent beside figures of many digits. */
const COLUMNS = [
  { title: 'Devise', width: 16, long: 15 },
  { title: 'Taux interm.', width: 10, long: 10.5, isFigure: true },
  { title: 'Hier', detail: 'achat, vente', width: 9, long: 10, isFigure: true },
  { title: 'Achat', width: 14, long: 15.5, isFigure: true },
  { title: 'Vente', width: 14, long: 15.5, isFigure: true },
  { title: 'Fixé', width: 13, long: 11.5, isFigure: true },
  { title: 'Marges', detail: 'achat, vente', width: 8, long: 8, isFigure: true },
  { title: 'Rang à 500 €', width: 12, long: 10, isFigure: true },
  { title: 'Actions', width: 4, long: 4 },
];

const USUAL_LENGTH = 10;
const USUAL_REMS = 1000 / 16;
/** Width in rem of 16 px from which a table shows long figures whole; below it, cards. */
const LONG_REMS = 1360 / 16;

const NO_SHEET = { rows: [], quote_unit: 'per_base', is_made: false } as const;

const FIRST_ROWS = 16;
const ROW_HEIGHT = 54;

export function Sheet({ view, rates, last, at }: Props) {
  useLiveSheet();
  const sheet = useSheet((state) => state.sheet);
  const now = useMinuteClock(at);
  const [isReviewing, setReviewing] = useState(false);
  const review = useReview();
  const { rows: all, quote_unit: unit, is_made } = sheet ?? NO_SHEET;
  const rows = all.filter((row) => isInView(view, row));
  const codes = new Set(all.map(({ code }) => code));
  const everyRow = [...all, ...rates.filter(({ code }) => !codes.has(code))];

  function openReview() {
    const field = firstUnreadableField();
    if (field) return focusOrNameField(field);
    if (countUnsaved(useDrafts.getState()) > 0) review.load(() => setReviewing(true));
  }

  usePublishKey(openReview);
  // unreadable text is no draft, and is stored nowhere
  useBeforeUnload((event) => {
    if (firstUnreadableField()) event.preventDefault();
  });

  return (
    <div className={styles.sheet}>
      <Tools unit={unit} isMade={is_made} rates={rates} />
      {is_made || view !== 'mine' ? (
        <Rows view={view} rows={rows} unit={unit} at={now} />
      ) : (
        <SheetToMake count={all.length} rates={rates} />
      )}
      <PublishBar rows={everyRow} unit={unit} last={last} onReview={openReview} />
      {review.Review ? (
        <review.Review rows={everyRow} unit={unit} isOpen={isReviewing} onClose={() => setReviewing(false)} />
      ) : null}
      <HistoryOfRow />
    </div>
  );
}

const loadHistory = () => import('./history/RowHistory.tsx');

const closeHistory = () => useSheet.setState({ historyOf: null });

function HistoryOfRow() {
  const code = useSheet((state) => state.historyOf);
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadHistory>>>();
  useEffect(() => closeHistory, []);
  useEffect(() => {
    if (code === null || part) return;
    loadHistory().then(setPart, () => {
      closeHistory();
      announceFailure('L’historique n’a pas pu s’ouvrir. Vérifiez votre connexion, puis recommencez.');
    });
  }, [code, part]);
  return code === null || !part ? null : <part.RowHistory code={code} onClose={closeHistory} />;
}

function focusOrNameField(id: string): void {
  const field = document.getElementById(id);
  if (field) {
    field.focus();
    return;
  }
  const [side, code] = id.split('-');
  announceFailure(
    `${side === 'sale' ? 'Vente' : 'Achat'} ${code} : corrigez ce montant dans « Mes devises » avant de publier.`,
  );
}

function Tools({ unit, isMade, rates }: { unit: QuoteUnit; isMade: boolean; rates: readonly RateRow[] }) {
  const last = useCells(({ changes }) => changes.at(-1));
  return (
    <div className={styles.tools}>
      <p className={styles.hint}>
        <kbd>↵</kbd> suivant, <kbd>⇥</kbd> achat ou vente, <kbd>→</kbd> actions, <kbd>Alt ↑ ↓</kbd> déplacer,{' '}
        <kbd>Ctrl ↵</kbd> publier
      </p>
      {last ? (
        <Button variant="secondary" size="small" onClick={undoChange}>
          <Icon name="undo" /> Annuler {last.code}
        </Button>
      ) : null}
      {isMade ? (
        <>
          <Select
            aria-label="Sens des taux"
            className={styles.unit}
            value={unit}
            onChange={({ currentTarget: { value } }) => {
              clearCells();
              // the options are the units
              void changeUnit(value as QuoteUnit);
            }}
          >
            {UNITS.map(({ unit: value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </Select>
          <AddButton rates={rates} />
        </>
      ) : null}
    </div>
  );
}

function AddButton({ rates }: { rates: readonly RateRow[] }) {
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() =>
        showModal({
          type: 'comp-modal',
          title: 'Ajouter une devise',
          message: <AddCurrencies rates={rates} />,
          buttonLabel: 'Fermer',
        })
      }
    >
      <Icon name="plus" /> Ajouter
    </Button>
  );
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
          <AddButton rates={rates} />
        ) : (
          <Button aria-disabled={isMaking} onClick={() => void make()}>
            Faire ma feuille avec {count === 1 ? 'ma devise' : `mes ${count} devises`}
          </Button>
        )
      }
    >
      Les devises que vous servez, et elles seules, dans votre ordre : chaque taux à côté de celui d’hier, de
      votre marge et de votre rang, publiés tous ensemble.
    </EmptyState>
  );
}

function Rows({
  view,
  rows,
  unit,
  at,
}: {
  view: View;
  rows: readonly SheetRow[];
  unit: QuoteUnit;
  at: Date;
}) {
  const isLong = useMemo(() => hasLongFigures(rows, unit), [rows, unit]);
  const isTable = useTableRoom(isLong ? LONG_REMS : USUAL_REMS);
  const isWhole = useIsPainted();
  const midDay = commonDay(rows, at);
  if (rows.length === 0) {
    return (
      <div className={styles.none}>
        <EmptyList>{EMPTY_TEXTS[view]}</EmptyList>
      </div>
    );
  }
  const first = isWhole || !isTable ? rows : rows.slice(0, FIRST_ROWS);
  const Line = isTable ? SheetTableRow : SheetCard;
  const lines = first.map((row) => (
    <Line key={row.code} row={row} label={listLabel(row.label)} unit={unit} at={at} commonMidDay={midDay} />
  ));
  if (!isTable) {
    return (
      <ul className={styles.cards} aria-label="Mes devises">
        {lines}
      </ul>
    );
  }
  return (
    <table className={`${table.table} ${styles.table}`} data-long={isLong} aria-label="Mes devises">
      <colgroup>
        {COLUMNS.map(({ title, width, long }) => (
          <col key={title} style={{ width: `${isLong ? long : width}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {COLUMNS.map(({ title, detail, isFigure }) => (
            <th key={title} scope="col" data-figure={isFigure}>
              {title === 'Actions' ? <span className="visually-hidden">{title}</span> : title}
              {title === 'Taux interm.' ? <span className={styles.detail}>{midDay}</span> : null}
              {detail ? <span className={styles.detail}>{detail}</span> : null}
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
  mine: 'Votre feuille est vide : ajoutez-y les devises que vous servez.',
  all: '',
  to_confirm: 'Aucun taux à confirmer : les voyageurs voient tous les vôtres parmi les premiers.',
  suspended: 'Aucune devise suspendue : chaque côté fixé est comparé.',
};

function hasLongFigures(rows: readonly SheetRow[], unit: QuoteUnit): boolean {
  const isLong = (amount: number | null) => formatQuote(amount, unit).length > USUAL_LENGTH;
  return rows.some(({ rate, purchase, sale, yesterday, rank }) =>
    [rate, purchase, sale, yesterday?.purchase, yesterday?.sale, rank?.best].some((amount) =>
      isLong(amount ?? null),
    ),
  );
}

function commonDay(rows: readonly SheetRow[], at: Date): string {
  const counts = new Map<string, number>();
  for (const { mid_at } of rows) counts.set(mid_at, (counts.get(mid_at) ?? 0) + 1);
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

function usePublishKey(publish: () => void): void {
  const act = useRef(publish);
  useEffect(() => {
    act.current = publish;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      act.current();
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
