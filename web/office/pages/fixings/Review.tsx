import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { listLabel } from '#domain/currencies/search.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { formatChange, formatMargin, isUnrelated } from '#domain/rates/margin.ts';
import { quotedDeviation } from '#domain/rates/quote-unit.ts';
import type { ReviewedRow, ReviewedSide } from '#domain/rates/review.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { describeUnrelated } from '#domain/sheets/unrelated-rate.ts';
import { formatRecent } from '#web/shared/dates.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { Dialog, DialogButtons } from '#web/shared/ui/Dialog.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { formatQuote } from './cells.ts';
import { formatReason } from './doubts.tsx';
import { isOvertaken, useDrafts } from './drafts.ts';
import { useReviewed } from './PublishBar.tsx';
import { announceMoved, publish, usePublication } from './publish.ts';
import styles from './Review.module.css';
import { rereadSheet } from './sheet-calls.ts';
import { useForBranch, useSheet } from './sheet-state.ts';
import { formatAmounts } from './sheet-text.tsx';

type Props = {
  rows: readonly RateRow[];
  unit: QuoteUnit;
  isOpen: boolean;
  onClose: () => void;
  onPublished: () => void;
};

export function Review({ rows, unit, isOpen, onClose, onPublished }: Props) {
  const { lines } = useReviewed(rows);
  const drafts = useDrafts((state) => state.rows);
  const [ticked, setTicked] = useState<Readonly<Record<string, string>>>({});
  const [hasMoved, setMoved] = useState(false);
  const { count, state } = usePublication();
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
  const wasFirst = (row: RateRow) => {
    const draft = drafts[row.code];
    return draft !== undefined && isOvertaken(row, draft);
  };
  const doubted = lines.filter(({ row, doubts }) => doubts.length > 0 || wasFirst(row));
  const firstRates = doubted.filter((line) => isFarFirstRate(line) && !wasFirst(line.row));
  const together = firstRates.length > 1 ? firstRates : NONE;
  const linesToTick = doubted.filter((line) => !together.includes(line));
  const others = lines.filter((line) => !doubted.includes(line));
  const ticks = [
    ...linesToTick.map((line) => ({ name: line.row.code, key: tickKey(line) })),
    ...(together.length > 0 ? [{ name: TOGETHER, key: together.map(tickKey).join() }] : []),
  ];
  const tickOf = (wanted: string) => {
    const key = ticks.find(({ name }) => name === wanted)?.key ?? '';
    return {
      checked: ticked[wanted] === key,
      onChange: ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) =>
        setTicked({ ...ticked, [wanted]: checked ? key : '' }),
    };
  };
  const left = ticks.find(({ name, key }) => ticked[name] !== key);
  const isBusy = count > 0;
  const [byHandUntil, setByHandUntil] = useState<'midnight' | 'given_back'>('midnight');
  const sheetRows = useSheet(({ sheet }) => sheet?.rows);
  const rules = new Map((sheetRows ?? []).map(({ code, rule }) => [code, rule]));
  const followed = lines.map(({ row }) => row.code).filter((code) => rules.get(code));

  const isOpenNow = useRef(isOpen);
  useEffect(() => {
    isOpenNow.current = isOpen;
    // a reopened review starts without the notice
    if (!isOpen) setMoved(false);
  }, [isOpen]);

  const forBranch = useForBranch();

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy || lines.length === 0) return;
    if (left) {
      form.current?.querySelector<HTMLElement>(`[data-tick="${left.name}"] input`)?.focus();
      return;
    }
    const outcome = await publish(lines, followed.length > 0 ? byHandUntil : null);
    setMoved(outcome === 'moved' && isOpenNow.current);
    if (outcome === 'moved') {
      if (!isOpenNow.current) announceMoved(outcome);
      return;
    }
    onClose();
    if (outcome === 'published') {
      await rereadSheet();
      await revalidate();
      onPublished();
    }
  }

  return (
    <Dialog
      title={`Publier ${lines.length} taux${forBranch}`}
      isOpen={isOpen}
      onDismiss={onClose}
      mustBeAnswered
      size="large"
    >
      <form ref={form} className={styles.form} onSubmit={(event) => void send(event)}>
        {hasMoved ? (
          <Notice tone="warning" role="alert">
            <p>
              Publication arrêtée, car des taux ont changé entre-temps. Les voici à côté des vôtres, qui sont
              gardés.
            </p>
          </Notice>
        ) : null}
        {linesToTick.length > 0 ? (
          <section aria-labelledby="a-verifier">
            <h3 id="a-verifier" className={styles.heading}>
              À vérifier un par un
            </h3>
            <ul className={styles.asked}>
              {linesToTick.map((line) => (
                <li key={line.row.code} data-tick={line.row.code}>
                  <Figures line={line} unit={unit} />
                  <div className={styles.doubts}>
                    {wasFirst(line.row) ? <p>{formatOvertaken(line.row, unit)}</p> : null}
                    {line.doubts.length > 0 ? <p>{reasonOf(line, unit)}</p> : null}
                  </div>
                  <CheckField
                    label={`${line.row.code} : ${formatTick(line, unit)}`}
                    {...tickOf(line.row.code)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {together.length > 0 ? (
          <section aria-labelledby={TOGETHER} className={styles.together} data-tick={TOGETHER}>
            <h3 id={TOGETHER} className={styles.heading}>
              Premiers taux, loin du taux intermédiaire
            </h3>
            <Lines lines={together} unit={unit} name="Premiers taux" hasHeading />
            <CheckField label={`J’ai vérifié ces ${together.length} premiers taux`} {...tickOf(TOGETHER)} />
          </section>
        ) : null}
        {others.length > 0 ? <Lines lines={others} unit={unit} name="Taux à publier" /> : null}
        {followed.length > 0 ? (
          <fieldset className={styles.rules}>
            <legend>{formatByHand(followed)}</legend>
            {BY_HAND.map(({ value, label }) => (
              <CheckField
                key={value}
                type="radio"
                name="by-hand-until"
                label={label}
                checked={byHandUntil === value}
                onChange={() => setByHandUntil(value)}
              />
            ))}
          </fieldset>
        ) : null}
        {isBusy && state !== 'sending' ? (
          <p role="status" className={styles.waiting}>
            {WAITS[state]}
          </p>
        ) : null}
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            Corriger
          </Button>
          <Button
            type="submit"
            variant={left || isBusy ? 'secondary' : 'primary'}
            data-first={doubted.length === 0}
            aria-disabled={isBusy || left !== undefined}
          >
            Publier {lines.length} taux
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

const WAITS = {
  late: 'Cela prend plus de temps que d’habitude.',
  lost: 'La réponse s’est perdue\u00a0: elle est redemandée, sans risque de doublon. Vous pouvez fermer.',
  offline: 'Vous êtes hors ligne. Vos taux partiront au retour du réseau. Vous pouvez fermer.',
} as const;

const TOGETHER = 'premiers-taux';
const NONE: readonly ReviewedRow[] = [];

const BY_HAND = [
  { value: 'midnight', label: 'Jusqu’à minuit' },
  { value: 'given_back', label: 'Jusqu’à ce que je relance la règle' },
] as const;

function formatByHand(codes: readonly string[]): string {
  const named = codes.length > 6 ? `${codes.slice(0, 6).join(', ')}…` : codes.join(', ');
  return codes.length === 1
    ? `${named} suit une règle de marge : le fixer à la main la met en pause`
    : `${codes.length} devises suivent une règle de marge (${named}) : les fixer à la main la met en pause`;
}

// Changed sides alone: what is published already was checked then.
function reasonOf({ row, sides, doubts }: ReviewedRow, unit: QuoteUnit): string {
  const nextOf = (wanted: FixingSide) => sides.find(({ side }) => side === wanted)?.next ?? null;
  const amounts = { purchase: nextOf('purchase'), sale: nextOf('sale') };
  return describeUnrelated(row, amounts, unit) ?? formatReason(doubts, unit);
}

function tickKey({ row, amounts }: ReviewedRow): string {
  return `${row.updated_at} ${amounts.purchase} ${amounts.sale}`;
}

function formatTick({ sides }: ReviewedRow, unit: QuoteUnit): string {
  const sentences = sides.map(
    ({ side, next }) => `${formatQuote(next, unit)} à ${side === 'sale' ? 'la vente' : 'l’achat'}`,
  );
  return `c’est bien ${sentences.join(', ')}`;
}

function formatOvertaken(row: RateRow, unit: QuoteUnit): string {
  const authorName = row.by ? `${row.by.name} ${row.by.surname}`.trim() : 'Un collègue';
  const when = row.updated_at ? formatRecent(new Date(row.updated_at), new Date()) : '';
  return `${authorName} l’a changé ${when} : ${formatAmounts(row, unit)}.`;
}

type LinesProps = { lines: readonly ReviewedRow[]; unit: QuoteUnit; name: string; hasHeading?: boolean };

function Lines({ lines, unit, name, hasHeading = false }: LinesProps) {
  return (
    <ul className={styles.lines} aria-label={name}>
      {lines.map((line) => (
        <li key={line.row.code}>
          <Figures line={line} unit={unit} hasHeading={hasHeading} />
        </li>
      ))}
    </ul>
  );
}

type FiguresProps = { line: ReviewedRow; unit: QuoteUnit; hasHeading?: boolean };

function Figures({ line: { row, sides }, unit, hasHeading = false }: FiguresProps) {
  const isFirst = hasNoRate(row);
  return (
    <dl className={styles.figures}>
      <div className={styles.currency}>
        <dt className="visually-hidden">Devise</dt>
        <dd>
          <strong>{row.code}</strong> {listLabel(row.label)}
          {isFirst && !hasHeading ? <span className={styles.first}> · premier taux</span> : null}
        </dd>
      </div>
      {sides.map((side) => (
        <Side key={side.side} side={side} unit={unit} isFirst={isFirst} />
      ))}
    </dl>
  );
}

type SideProps = { side: ReviewedSide; unit: QuoteUnit; isFirst: boolean };

function Side({ side: { side, old, next, margin }, unit, isFirst }: SideProps) {
  return (
    <div className={styles.side}>
      <dt>{side === 'purchase' ? 'Achat' : 'Vente'}</dt>
      <dd>
        {old === null ? null : (
          <>
            <span className={styles.old}>
              <span className="visually-hidden">ancien </span>
              {formatQuote(old, unit)}
            </span>{' '}
            <span aria-hidden="true">→</span>{' '}
          </>
        )}
        <strong>
          <span className="visually-hidden">nouveau </span>
          {formatQuote(next, unit)}
        </strong>{' '}
        {margin === null ? null : (
          <span className={styles.notes}>
            {isFirst ? null : (
              <>
                <span>{formatFrom(old, next, unit)}</span> ·{' '}
              </>
            )}
            <span data-losing={margin < 0}>marge {formatMargin(margin)}</span>
          </span>
        )}
      </dd>
    </div>
  );
}

function formatFrom(old: number | null, next: number, unit: QuoteUnit): string {
  if (old === null) return 'premier taux';
  return isUnrelated(next, old) ? 'sans commune mesure' : formatChange(quotedDeviation(next, old, unit));
}

function hasNoRate({ purchase, sale }: RateRow): boolean {
  return purchase === null && sale === null;
}

// Several of them are ticked together. A rate by which the company would lose, or without a margin, is ticked alone.
function isFarFirstRate({ row, sides, doubts }: ReviewedRow): boolean {
  const isFarAlone = doubts.length > 0 && doubts.every(({ kind }) => kind === 'deviation');
  return hasNoRate(row) && isFarAlone && sides.every(({ margin }) => margin !== null);
}
