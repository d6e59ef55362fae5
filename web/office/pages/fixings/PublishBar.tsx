import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { RateRow } from '#domain/rates/fixing.ts';
import { type ReviewedRow, reviewDrafts } from '#domain/rates/review.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { call } from '#web/shared/api/client.ts';
import { formatHour } from '#web/shared/dates.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { announce } from '../../announce.ts';
import { reserveFoot } from '../../ui/reserve-foot.ts';
import { formatQuote, useReadableRows } from './cells.ts';
import { useDrafts, useUnchanged } from './drafts.ts';
import styles from './PublishBar.module.css';
import { usePublication } from './publish.ts';
import { rereadSheet } from './sheet-calls.ts';
import { type LastBatch, mergeRows, useForBranch, useSheet } from './sheet-state.ts';
import { useConfirm } from './use-confirm.ts';

type Props = {
  rows: readonly RateRow[];
  unit: QuoteUnit;
  last: LastBatch;
  onReview: () => void;
};

export const PUBLISH_BAR_ID = 'publication';

export function PublishBar({ rows, unit, last, onReview }: Props) {
  const lines = useReviewed(rows).lines;
  const readable = useReadableRows(rows);
  const unchanged = useUnchanged(readable);
  const newestBatch = useSheet(({ lastBatch }) => lastBatch);
  const { count, state } = usePublication();
  const { isConfirming, confirm } = useConfirm();
  const isBusy = count > 0;

  return (
    <section
      id={PUBLISH_BAR_ID}
      ref={reserveFoot}
      className={styles.bar}
      data-idle={lines.length === 0 && !isBusy}
      aria-label="Publication"
      tabIndex={-1}
    >
      <div className={styles.words}>
        <p className={styles.count} role="status" data-beside={last !== null}>
          {isBusy ? formatProgress(count, state) : formatCount(lines.length)}
        </p>
        {isBusy ? null : lines.length > 0 ? (
          <UnusualRates lines={lines} unit={unit} />
        ) : (
          <UndoPublication last={newestBatch === undefined ? last : newestBatch} />
        )}
      </div>
      <div className={styles.acts}>
        {unchanged.length > 0 ? (
          <button
            type="button"
            className={styles.confirm}
            aria-disabled={isConfirming || isBusy}
            onClick={() => {
              if (!isBusy) confirm(unchanged);
            }}
          >
            Confirmer mes taux inchangés ({unchanged.length})
          </button>
        ) : null}
        {lines.length > 0 || isBusy ? (
          <Button
            className={styles.publish}
            aria-disabled={isBusy}
            aria-keyshortcuts="Control+Enter"
            title="Ctrl + Entrée"
            onClick={() => {
              if (!isBusy) onReview();
            }}
          >
            Publier {isBusy ? count : lines.length} taux
          </Button>
        ) : null}
      </div>
    </section>
  );
}

export function useReviewed(rows: readonly RateRow[]) {
  const { rows: drafts, newer } = useDrafts();
  return reviewDrafts(
    rows.map((row) => newer[row.code] ?? row),
    drafts,
  );
}

function UnusualRates({ lines, unit }: { lines: readonly ReviewedRow[]; unit: QuoteUnit }) {
  const unusual = lines.filter(({ doubts }) => doubts.length > 0);
  const [first] = unusual;
  const [doubt] = first?.doubts ?? [];
  if (!first || !doubt) return null;
  const which =
    'side' in doubt
      ? `${first.row.code} ${doubt.side === 'sale' ? 'vente' : 'achat'} ${formatQuote(doubt.amount, unit)}`
      : `${first.row.code}, achat ${unit === 'per_base' ? 'sous' : 'au-dessus de'} la vente`;
  return (
    <p className={styles.note}>
      {unusual.length === 1 ? '1 inhabituel' : `${unusual.length} inhabituels, dont`} : {which}
    </p>
  );
}

function UndoPublication({ last }: { last: LastBatch }) {
  const [isSending, setSending] = useState(false);
  const { revalidate } = useRevalidator();
  const forBranch = useForBranch();
  if (!last) return null;
  const { batch_id, at, count, by, until } = last;
  async function send() {
    if (isSending) return;
    setSending(true);
    try {
      const { rates } = await call('POST /api/fixings/batch/take-back', { body: { batch_id } });
      mergeRows(rates);
      announce(rates.length === 1 ? '1 taux est revenu.' : `${rates.length} taux sont revenus.`);
    } catch (error) {
      showFailure(error);
    }
    await rereadSheet();
    await revalidate();
    setSending(false);
  }
  return (
    <p className={styles.note}>
      {count === 1 ? '1 taux publié' : `${count} taux publiés`}
      {forBranch} {formatHour(new Date(at))}
      {by ? <span className={styles.by}> par {`${by.name} ${by.surname}`.trim()}</span> : null}{' '}
      <button
        type="button"
        className={styles.confirm}
        aria-disabled={isSending}
        onClick={() =>
          showModal({
            type: 'confirmation',
            title: `Annuler la publication${forBranch}\u00a0?`,
            message: `${count === 1 ? 'La devise retrouve son taux' : `Les ${count} devises retrouvent leurs taux`} d’avant, d’un seul coup. C’est possible jusqu’${formatHour(new Date(until))}.`,
            buttonLabelYes: 'Annuler la publication',
            buttonLabelNo: 'Garder ces taux',
            callbackFunc: send,
          })
        }
      >
        Annuler<span className={styles.act}> la publication</span>
      </button>
    </p>
  );
}

function formatCount(count: number): string {
  if (count === 0) return 'Rien à publier';
  return `${count} taux à publier`;
}

function formatProgress(count: number, state: 'sending' | 'late' | 'lost'): string {
  const countText = `${count} taux`;
  if (state === 'lost') return `Réponse perdue : ${countText} sont redemandés, sans risque de doublon`;
  if (state === 'late') return `${countText} : cela prend plus de temps que d’habitude`;
  return `Publication de ${countText}…`;
}
