import { type DragEvent, type KeyboardEvent, memo, type ReactNode, useMemo } from 'react';
import type { FixingSide } from '#domain/rates/draft.ts';
import { formatMargin, isUnrelated, marginOf } from '#domain/rates/margin.ts';
import { reviewDrafts } from '#domain/rates/review.ts';
import type { QuoteUnit, SheetRow } from '#domain/sheets/sheet.ts';
import { describeUnrelated } from '#domain/sheets/unrelated-rate.ts';
import { formatRecent } from '#web/shared/dates.ts';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { amountOf, findUnreadable, formatQuote, useCells } from './cells.ts';
import { isBeingSaved, isOvertaken, type SaveState, useRow } from './drafts.ts';
import { focusField } from './fields.ts';
import { RowDetails } from './RowDetails.tsx';
import styles from './Sheet.module.css';
import { SheetField } from './SheetField.tsx';
import { saveFixing } from './save-fixing.ts';
import { moveCurrency, moveCurrencyTo } from './sheet-calls.ts';
import { isSuspended, unfoldRow, useSheet } from './sheet-state.ts';
import {
  FittedFigure,
  formatAge,
  formatAmounts,
  formatMidDay,
  formatRest,
  formatRule,
  formatSuspended,
  Margin,
  sizeOf,
  writeMid,
} from './sheet-text.tsx';
import { useConfirm } from './use-confirm.ts';

export type LineProps = {
  row: SheetRow;
  label: string;
  unit: QuoteUnit;
  at: Date;
  commonMidDay: string;
  isOrdered: boolean;
};

function useLine(loaded: SheetRow) {
  const { row: newest, draft, saving } = useRow(loaded);
  // fields of the sheet alone (rank, yesterday) stay as loaded
  const row: SheetRow = useMemo(() => ({ ...loaded, ...newest }), [loaded, newest]);
  const doubts = useMemo(() => {
    if (!draft?.isChanged) return [];
    return reviewDrafts([row], { [row.code]: draft }).lines.flatMap((line) => line.doubts);
  }, [row, draft]);
  const sided = doubts.flatMap((doubt) => ('side' in doubt ? [doubt.side] : []));
  // doubts about both sides follow from those about one
  const isUnusual = (side: FixingSide) => (sided.length > 0 ? sided.includes(side) : doubts.length > 0);
  const next = (side: FixingSide) => amountOf(draft?.[side]) ?? row[side];
  const refused = useCells((state) => state.refused[row.code]);
  const isUnfolded = useSheet(({ openRow }) => openRow === row.code);
  return { row, draft, saving, isUnusual, next, refused, isUnfolded };
}

type Line = ReturnType<typeof useLine>;

export const SheetTableRow = memo(function SheetTableRow({
  row: loaded,
  label,
  unit,
  at,
  commonMidDay,
  isOrdered,
}: LineProps) {
  const line = useLine(loaded);
  const { row, draft, isUnfolded } = line;
  return (
    <>
      <tr
        data-changed={draft?.isChanged === true}
        data-code={row.code}
        {...(isOrdered && dropTarget(row.code))}
      >
        <th
          scope="row"
          {...(isOrdered && {
            draggable: true,
            onDragStart: (event: DragEvent) => drag(event, row.code),
          })}
        >
          <Currency row={row} label={label} isUnfolded={isUnfolded} />
        </th>
        {SIDES.map((side) => (
          <td key={side} data-figure>
            <Cell line={line} side={side} unit={unit} />
          </td>
        ))}
        <td data-figure>
          {hasRate(line) ? <Margins line={line} unit={unit} /> : null}
          <Mid row={row} unit={unit} at={at} commonMidDay={commonMidDay} />
        </td>
        <td data-figure>
          <State line={line} at={at} unit={unit} />
        </td>
        <td>
          <Acts line={line} />
        </td>
      </tr>
      {isUnfolded ? (
        <tr className={styles.unfolded}>
          <td colSpan={6}>
            <RowDetails row={row} unit={unit} at={at} />
          </td>
        </tr>
      ) : null}
    </>
  );
});

export const SheetCard = memo(function SheetCard({ row: loaded, label, unit, at, commonMidDay }: LineProps) {
  const line = useLine(loaded);
  const { row, draft, isUnfolded } = line;
  return (
    <li className={styles.card} data-changed={draft?.isChanged === true} data-code={row.code}>
      <Currency row={row} label={label} isUnfolded={isUnfolded} />
      <div className={styles.cardRates} style={sizeOf(longestQuote(line, unit))}>
        {SIDES.map((side) => (
          <Cell key={side} line={line} side={side} unit={unit} hasTitle />
        ))}
      </div>
      <div className={styles.cardFacts}>
        {hasRate(line) ? (
          <p>
            <Margins line={line} unit={unit} hasTitle />
          </p>
        ) : null}
        <p>
          <span className={styles.fact} aria-hidden="true">
            taux{' '}
          </span>
          <Mid row={row} unit={unit} at={at} commonMidDay={commonMidDay} />
          <span className={styles.cardState}>
            <State line={line} at={at} unit={unit} />
          </span>
        </p>
      </div>
      <Acts line={line} />
      {isUnfolded ? <RowDetails row={row} unit={unit} at={at} /> : null}
    </li>
  );
});

/** Heads of the cards' columns, which their fields and facts stand under. */
export function CardsHead({ fold, isEmpty }: { fold: ReactNode; isEmpty: boolean }) {
  return (
    <div className={styles.cardsHead}>
      <span className={styles.currency}>
        {fold}
        {isEmpty ? null : <span aria-hidden="true">Devise</span>}
      </span>
      {isEmpty ? null : (
        <>
          <span className={styles.cardRates} style={sizeOf('')} aria-hidden="true">
            <span>Achat</span>
            <span>Vente</span>
          </span>
          <span className={styles.cardFacts} aria-hidden="true">
            Écart, taux intermédiaire
          </span>
          <span className={styles.acts} />
        </>
      )}
    </div>
  );
}

const SIDES = ['purchase', 'sale'] as const;

function hasRate({ next }: Line): boolean {
  return SIDES.some((side) => next(side) !== null);
}

function longestQuote({ next }: Line, unit: QuoteUnit): string {
  const [purchase, sale] = [formatQuote(next('purchase'), unit), formatQuote(next('sale'), unit)];
  return purchase.length > sale.length ? purchase : sale;
}

type CurrencyProps = { row: SheetRow; label: string; isUnfolded: boolean };

function Currency({ row: { code }, label, isUnfolded }: CurrencyProps) {
  return (
    <span className={styles.currency}>
      <Flag code={code} lazy />
      <span className={styles.code}>{code}</span>
      <span className={styles.label} title={label}>
        {label}
      </span>
      <button
        type="button"
        className={styles.unfold}
        data-unfold
        data-open={isUnfolded}
        tabIndex={-1}
        aria-label={`Détail ${code}`}
        title="Hier, rang, règle et historique"
        aria-expanded={isUnfolded}
        onClick={() => unfoldRow(isUnfolded ? null : code)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowRight') return;
          event.preventDefault();
          focusField(code, 'purchase');
        }}
      >
        <Icon name="chevron" />
      </button>
    </span>
  );
}

type CellProps = { line: Line; side: FixingSide; unit: QuoteUnit; hasTitle?: boolean };

function Cell({ line: { row, draft, saving, isUnusual }, side, unit, hasTitle = false }: CellProps) {
  return (
    <SheetField
      row={row}
      draft={draft}
      side={side}
      unit={unit}
      isBusy={isBeingSaved(saving)}
      isUnusual={isUnusual(side)}
      hasTitle={hasTitle}
    />
  );
}

type MarginsProps = { line: Line; unit: QuoteUnit; hasTitle?: boolean };

function Margins({ line: { row, draft, next }, unit, hasTitle = false }: MarginsProps) {
  const cause = describeUnrelated(row, { purchase: next('purchase'), sale: next('sale') }, unit);
  if (cause) return <Cause text={cause} />;
  const sides = SIDES.map((side) => {
    const amount = next(side);
    const former = row[side];
    const isNew = draft?.isChanged === true && former !== null && amount !== former;
    const isComparable = isNew && !isUnrelated(former, row.rate);
    return (
      <span key={side} className={styles.margin} data-new={isNew}>
        <span className="visually-hidden">{side === 'purchase' ? 'achat' : 'vente'} </span>
        <Margin side={side} amount={amount} rate={row.rate} isSuspended={isSuspended(row.suspended, side)} />
        {isComparable ? (
          <span className={styles.former}>
            <span aria-hidden="true"> ← </span>
            <span className="visually-hidden"> auparavant </span>
            {formatMargin(marginOf(side, former, row.rate))}
          </span>
        ) : null}
      </span>
    );
  });
  return (
    <>
      {hasTitle ? (
        <span className={styles.fact} aria-hidden="true">
          Écart{' '}
        </span>
      ) : null}
      {sides}
    </>
  );
}

// The field of a side alone is marked, and room is short: the side is read aloud.
function Cause({ text }: { text: string }) {
  const shown = text.replaceAll(' avec le taux intermédiaire', '');
  const [side, cause, ...others] = shown.split('\u00a0: ');
  const isOneSide = cause !== undefined && others.length === 0;
  return (
    <span className={`${styles.losing} ${styles.cause}`} title={text}>
      {isOneSide ? <span className="visually-hidden">{side}&nbsp;: </span> : null}
      {isOneSide ? cause : shown}
    </span>
  );
}

type MidProps = Pick<LineProps, 'row' | 'unit' | 'at' | 'commonMidDay'>;

function Mid({ row, unit, at, commonMidDay }: MidProps) {
  const day = row.mid_at === '' ? commonMidDay : formatMidDay(new Date(row.mid_at), at);
  return (
    <span className={styles.detail} title="Taux intermédiaire">
      <span className="visually-hidden">taux intermédiaire </span>
      <FittedFigure text={writeMid(row, unit)} />
      {day === commonMidDay ? null : ` · ${day}`}
    </span>
  );
}

const SAVE_STATES: Record<SaveState, string> = {
  waiting: 'Attend son tour',
  sending: 'Enregistrement…',
  late: 'Attend le serveur',
  lost: 'Sans réponse, redemandé',
  unsaved: 'Non enregistré',
};

type StateProps = { line: Line; at: Date; unit: QuoteUnit };

function State({ line: { row, draft, saving, refused }, at, unit }: StateProps) {
  if (saving) {
    return (
      <span className={isBeingSaved(saving) ? styles.detail : styles.failed}>{SAVE_STATES[saving]}</span>
    );
  }
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
  if (draft?.isChanged) return <span className={styles.waiting}>brouillon</span>;
  const suspended = formatSuspended(row, at);
  if (suspended) {
    return (
      <span className={`${styles.detail} ${styles.line}`} title={suspended}>
        {suspended}
      </span>
    );
  }
  if (row.held) return <span className={styles.failed}>retenu, hors comparaison</span>;
  if (!fixedAt) return <span className={styles.detail}>jamais fixé</span>;
  if (row.freshness === 'to_confirm' || row.freshness === 'stale') return <ToConfirm row={row} at={at} />;
  return (
    <>
      <span className={`${styles.detail} ${styles.line}`}>{when}</span>
      {row.rule ? <Rule rule={row.rule} at={at} /> : <Author row={row} />}
    </>
  );
}

function Author({ row: { by } }: { row: SheetRow }) {
  if (!by) return null;
  const name = `${by.name} ${by.surname}`.trim();
  return (
    <span className={`${styles.detail} ${styles.line} ${styles.author}`} title={name}>
      {name}
    </span>
  );
}

function Rule({ rule, at }: { rule: NonNullable<SheetRow['rule']>; at: Date }) {
  const { rest } = rule;
  const whole = rest ? formatRest(rest, at) : formatRule(rule);
  return (
    <span className={`${styles.detail} ${styles.line}`} title={whole} data-paused={rest?.reason !== 'hand'}>
      <span aria-hidden="true">
        {rest ? (rest.reason === 'hand' ? 'à la main' : 'règle en pause') : 'suit une règle'}
      </span>
      <span className="visually-hidden">{whole}</span>
    </span>
  );
}

function ToConfirm({ row: { code, freshness, updated_at }, at }: { row: SheetRow; at: Date }) {
  const { isConfirming, confirm } = useConfirm();
  const fixedAt = new Date(updated_at ?? at);
  const state = freshness === 'stale' ? 'plus comparé' : 'à confirmer';
  return (
    <span className={styles.old} title={`${state} : ${formatAge(fixedAt, at)}`}>
      {formatRecent(fixedAt, at)}{' '}
      <span className={freshness === 'stale' ? styles.stale : 'visually-hidden'}>{state}</span>{' '}
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

// An unchanged row may be fixed too: a press then says that there is nothing to save (spec 5).
function Acts({ line: { row, draft, saving } }: { line: Line }) {
  const { code } = row;
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const [fix, more] = event.currentTarget.parentElement?.querySelectorAll('button') ?? [];
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      void moveCurrency(code, event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.key === 'ArrowRight') more?.focus();
    else if (event.key === 'ArrowLeft' && event.currentTarget === more) fix?.focus();
    else if (event.key === 'ArrowLeft') focusField(code, 'sale');
    else return;
    event.preventDefault();
  };
  return (
    <span className={styles.acts}>
      <button
        type="button"
        className={styles.fix}
        data-fix
        data-changed={draft?.isChanged === true}
        tabIndex={-1}
        aria-label={`Fixer ${code}`}
        aria-disabled={isBeingSaved(saving)}
        onClick={() => fixRow(row)}
        onKeyDown={move}
      >
        Fixer
      </button>
      <button
        type="button"
        className={styles.more}
        tabIndex={-1}
        aria-label={`Actions ${code}`}
        aria-haspopup="menu"
        onClick={({ currentTarget: anchor }) => useSheet.setState({ menu: { code, anchor } })}
        onKeyDown={move}
      >
        <Icon name="more" />
      </button>
    </span>
  );
}

function fixRow(row: SheetRow): void {
  const wrong = findUnreadable(row.code) ?? saveFixing({ row, from: 'sale' })[0];
  if (wrong) focusField(row.code, wrong);
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
