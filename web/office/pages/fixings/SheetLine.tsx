import { type DragEvent, memo, useMemo } from 'react';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { reviewDrafts } from '#domain/rates/review.ts';
import type { QuoteUnit, SheetRow } from '#domain/sheets/sheet.ts';
import { formatRecent } from '#web/shared/dates.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { amountOf, formatQuote, useCells } from './cells.ts';
import { isBeingSaved, isOvertaken, useRow } from './drafts.ts';
import { focusField } from './fields.ts';
import { RowActions } from './RowActions.tsx';
import styles from './Sheet.module.css';
import { SheetField, SIDE_TITLES } from './SheetField.tsx';
import { moveCurrency, moveCurrencyTo, resumeRule } from './sheet-calls.ts';
import { isSuspended } from './sheet-state.ts';
import {
  FittedFigure,
  formatAge,
  formatAmounts,
  formatMidDay,
  formatRest,
  formatRule,
  formatSuspended,
  Margin,
  Rank,
} from './sheet-text.tsx';
import { useConfirm } from './use-confirm.ts';

export type LineProps = {
  row: SheetRow;
  label: string;
  unit: QuoteUnit;
  at: Date;
  commonMidDay: string;
};

function useLine(loaded: SheetRow) {
  const { row: newest, draft, saving } = useRow(loaded);
  // fields of the sheet alone (rank, yesterday) stay as loaded
  const row: SheetRow = useMemo(() => ({ ...loaded, ...newest }), [loaded, newest]);
  const doubts = useMemo(() => {
    if (!draft?.isChanged) return [];
    return reviewDrafts([row], { [row.code]: draft }).lines.flatMap((line) => line.doubts);
  }, [row, draft]);
  const isUnusual = (side: FixingSide) => doubts.some((doubt) => !('side' in doubt) || doubt.side === side);
  const next = (side: FixingSide) => amountOf(draft?.[side]) ?? row[side];
  const refused = useCells((state) => state.refused[row.code]);
  return { row, draft, saving, isUnusual, next, refused };
}

type Line = ReturnType<typeof useLine>;

export const SheetTableRow = memo(function SheetTableRow({
  row: loaded,
  label,
  unit,
  at,
  commonMidDay,
}: LineProps) {
  const line = useLine(loaded);
  const { row, draft } = line;
  const day = formatMidDay(new Date(row.mid_at), at);
  return (
    <tr data-changed={draft?.isChanged === true} data-code={row.code} {...dropTarget(row.code)}>
      <th scope="row" draggable onDragStart={(event) => drag(event, row.code)}>
        <span className={styles.currency}>
          <Flag code={row.code} lazy />
          <span className={styles.code}>{row.code}</span>
          <span className={styles.label} title={label}>
            {label}
          </span>
        </span>
      </th>
      <td data-figure>
        <FittedFigure text={writeMid(row, unit)} />
        {day === commonMidDay ? null : <span className={styles.detail}>{day}</span>}
      </td>
      <td data-figure className={styles.yesterday}>
        <Yesterday row={row} unit={unit} />
      </td>
      {SIDES.map((side) => (
        <td key={side} data-figure>
          <Cell line={line} side={side} unit={unit} />
        </td>
      ))}
      <td data-figure>
        <State line={line} at={at} unit={unit} />
        <Rule row={row} at={at} />
      </td>
      <td data-figure>
        <Margins line={line} />
      </td>
      <td data-figure className={styles.rank}>
        <Rank rank={row.rank} unit={unit} />
      </td>
      <td>
        <ActionsButton row={row} label={label} />
      </td>
    </tr>
  );
});

export const SheetCard = memo(function SheetCard({ row: loaded, label, unit, at }: LineProps) {
  const line = useLine(loaded);
  const { row, draft } = line;
  return (
    <li className={styles.card} data-changed={draft?.isChanged === true} data-code={row.code}>
      <div className={styles.cardHead}>
        <span className={styles.currency}>
          <Flag code={row.code} lazy />
          <span className={styles.code}>{row.code}</span>
          <span className={styles.label} title={label}>
            {label}
          </span>
        </span>
        <span
          className={styles.cardMid}
          title={`Taux intermédiaire, ${formatMidDay(new Date(row.mid_at), at)}`}
        >
          {writeMid(row, unit)}
        </span>
        <ActionsButton row={row} label={label} />
        <p className={styles.cardFacts}>
          <State line={line} at={at} unit={unit} />
          <Rule row={row} at={at} />
          <span>
            <Margins line={line} />
          </span>
          <span>
            <Rank rank={row.rank} unit={unit} />
          </span>
        </p>
      </div>
      <div className={styles.cardFields}>
        {SIDES.map((side) => (
          <div key={side}>
            <p className={styles.fieldLabel}>
              <span>{SIDE_TITLES[side]}</span>
              <span>{row.yesterday?.[side] ? `hier ${formatQuote(row.yesterday[side], unit)}` : ''}</span>
            </p>
            <Cell line={line} side={side} unit={unit} />
          </div>
        ))}
      </div>
    </li>
  );
});

const SIDES = ['purchase', 'sale'] as const;

type CellProps = { line: Line; side: FixingSide; unit: QuoteUnit };

function Cell({ line: { row, draft, saving, isUnusual }, side, unit }: CellProps) {
  return (
    <SheetField
      row={row}
      draft={draft}
      side={side}
      unit={unit}
      isBusy={isBeingSaved(saving)}
      isUnusual={isUnusual(side)}
    />
  );
}

function Margins({ line: { row, next } }: { line: Line }) {
  return SIDES.map((side) => (
    <span key={side} className={styles.margin}>
      <span className="visually-hidden">marge {side === 'purchase' ? 'achat' : 'vente'} </span>
      <Margin
        side={side}
        amount={next(side)}
        rate={row.rate}
        isSuspended={isSuspended(row.suspended, side)}
      />
    </span>
  ));
}

function Yesterday({ row: { yesterday }, unit }: { row: SheetRow; unit: QuoteUnit }) {
  if (!yesterday) return <>—</>;
  const write = (amount: number | null) => (amount === null ? '—' : formatQuote(amount, unit));
  return (
    <>
      <span className={styles.detail}>
        <FittedFigure text={write(yesterday.purchase)} />
      </span>
      <span className={styles.detail}>
        <FittedFigure text={write(yesterday.sale)} />
      </span>
    </>
  );
}

function writeMid({ rate }: SheetRow, unit: QuoteUnit): string {
  return unit === 'per_base' ? formatRate(decimalOf(rate)) : formatQuote(rate, unit);
}

function State({ line: { row, draft, refused }, at, unit }: { line: Line; at: Date; unit: QuoteUnit }) {
  if (refused) return <span className={styles.failed}>{refused}</span>;
  const fixedAt = row.updated_at === null ? null : new Date(row.updated_at);
  // a rate of this minute is newer than the page
  const when = fixedAt && formatRecent(fixedAt, fixedAt > at ? fixedAt : at);
  if (draft?.isChanged && isOvertaken(row, draft)) {
    return (
      <span className={styles.failed}>
        {row.by ? `${`${row.by.name} ${row.by.surname}`.trim()} l’a changé` : 'Changé'} {when} :{' '}
        {formatAmounts(row, unit)}
      </span>
    );
  }
  if (draft?.isChanged) return <span className={styles.waiting}>non publié</span>;
  const suspended = formatSuspended(row, at);
  if (suspended) return <span>{suspended}</span>;
  if (row.held) return <span className={styles.failed}>retenu, hors comparaison</span>;
  if (!fixedAt) return <span>jamais fixé</span>;
  if (row.freshness === 'to_confirm' || row.freshness === 'stale') return <ToConfirm row={row} at={at} />;
  return <span>{when}</span>;
}

function Rule({ row: { code, rule }, at }: { row: SheetRow; at: Date }) {
  if (!rule) return null;
  const { rest } = rule;
  if (!rest) {
    return (
      <span className={styles.rule} title={formatRule(rule)}>
        <Icon name="follow" />
        <span aria-hidden="true">suit</span>
        <span className="visually-hidden">{formatRule(rule)}</span>
      </span>
    );
  }
  const whole = formatRest(rest, at);
  return (
    <span className={rest.reason === 'hand' ? styles.rule : `${styles.rule} ${styles.old}`} title={whole}>
      <span aria-hidden="true">{rest.reason === 'hand' ? 'à la main' : 'en pause'}</span>
      <span className="visually-hidden">{whole}</span>
      <button
        type="button"
        className={styles.link}
        tabIndex={-1}
        aria-label={`Relancer la règle de ${code}`}
        onClick={() => void resumeRule(code)}
      >
        Relancer
      </button>
    </span>
  );
}

function ToConfirm({ row: { code, freshness, updated_at }, at }: { row: SheetRow; at: Date }) {
  const { isConfirming, confirm } = useConfirm();
  return (
    <span className={styles.old}>
      {freshness === 'stale' ? 'plus comparé' : 'à confirmer'} : {formatAge(new Date(updated_at ?? at), at)}
      <button
        type="button"
        className={styles.link}
        tabIndex={-1}
        aria-label={`Confirmer ${code}`}
        aria-disabled={isConfirming}
        onClick={() => confirm([{ code, updated_at }])}
      >
        Confirmer
      </button>
    </span>
  );
}

function ActionsButton({ row, label }: Pick<LineProps, 'row' | 'label'>) {
  return (
    <button
      type="button"
      className={styles.actions}
      data-actions
      tabIndex={-1}
      aria-label={`Actions ${row.code}`}
      onClick={() =>
        showModal({
          type: 'comp-modal',
          title: `${row.code} · ${label}`,
          message: <RowActions code={row.code} />,
          buttonLabel: 'Fermer',
        })
      }
      onKeyDown={(event) => {
        if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
          void moveCurrency(row.code, event.key === 'ArrowUp' ? -1 : 1);
        } else if (event.key === 'ArrowLeft') focusField(row.code, 'sale');
        else return;
        event.preventDefault();
      }}
    >
      <Icon name="more" />
    </button>
  );
}

function drag(event: DragEvent, code: string): void {
  event.dataTransfer.setData(DRAGGED, code);
  event.dataTransfer.effectAllowed = 'move';
}

const DRAGGED = 'text/x-parite-currency';

function dropTarget(code: string) {
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const dragged = event.dataTransfer.getData(DRAGGED);
      if (!dragged) return;
      event.preventDefault();
      void moveCurrencyTo(dragged, code);
    },
  };
}
