import { memo } from 'react';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { formatFixing } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { formatRecent } from '#web/shared/dates.ts';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { AmountInput } from './AmountInput.tsx';
import { isOvertaken, type SaveState } from './drafts.ts';
import line from './FixingLine.module.css';
import styles from './RateGrid.module.css';
import { useConfirm } from './use-confirm.ts';
import { type Fixing, useFixing } from './use-fixing.ts';

type LineProps = { row: RateRow; label: string; at: Date };

export const FixingRow = memo(function FixingRow({ row, label, at }: LineProps) {
  const fixing = useFixing(row);
  return (
    <tr data-changed={fixing.draft?.isChanged === true}>
      <th scope="row">
        <span className={styles.currency}>
          <Flag code={row.code} lazy />
          <span className={styles.code}>{row.code}</span>
          <span className={styles.label}>{label}</span>
        </span>
      </th>
      <td data-figure>{formatRate(decimalOf(row.rate))}</td>
      <td data-figure>
        <AmountInput fixing={fixing} side="purchase" />
      </td>
      <td data-figure>
        <LastFixing fixing={fixing} at={at} />
      </td>
      <td data-figure>
        <AmountInput fixing={fixing} side="sale" />
      </td>
      <td data-figure>
        <SaveButton fixing={fixing} />
      </td>
    </tr>
  );
});

export const FixingCard = memo(function FixingCard({ row, label, at }: LineProps) {
  const fixing = useFixing(row);
  return (
    <li className={styles.card} data-changed={fixing.draft?.isChanged === true}>
      <div className={styles.cardHead}>
        <span className={styles.currency}>
          <Flag code={row.code} lazy />
          <span className={styles.code}>{row.code}</span>
          <span className={styles.label}>{label}</span>
        </span>
        <span className={styles.rate}>{formatRate(decimalOf(row.rate))}</span>
      </div>
      <div className={styles.cardFields}>
        <div>
          <span className={styles.fieldLabel} aria-hidden="true">
            Achat
          </span>
          <AmountInput fixing={fixing} side="purchase" />
        </div>
        <div>
          <span className={styles.fieldLabel} aria-hidden="true">
            Vente
          </span>
          <AmountInput fixing={fixing} side="sale" />
        </div>
        <SaveButton fixing={fixing} />
      </div>
      <p className={styles.cardLast}>
        <LastFixing fixing={fixing} at={at} />
      </p>
    </li>
  );
});

function LastFixing({ fixing: { row, draft, saving }, at }: { fixing: Fixing; at: Date }) {
  if (saving) return <span className={`${line.when} ${line[saving]}`}>{SAVE_STATE_TEXTS[saving]}</span>;
  if (row.updated_at === null) return <span className={line.when}>jamais fixé</span>;
  // a save of this minute is newer than the page
  const fixedAt = new Date(row.updated_at);
  const when = formatRecent(fixedAt, fixedAt > at ? fixedAt : at);
  if (draft?.isChanged && isOvertaken(row, draft)) {
    return (
      <span className={line.overtaken}>
        <span className={line.when}>Changé {when}</span>
        <span className={line.detail}>
          achat {formatAmount(row.purchase)}, vente {formatAmount(row.sale)}
        </span>
      </span>
    );
  }
  if (row.held) {
    return (
      <>
        <span className={line.held}>Retenu</span>
        <span className={line.detail}>hors comparaison</span>
      </>
    );
  }
  return (
    <>
      <span className={line.when}>{when}</span>
      {isOld(row) && !draft?.isChanged ? (
        <ConfirmRate row={row} />
      ) : row.by ? (
        <span className={line.detail}>{`${row.by.name} ${row.by.surname}`.trim()}</span>
      ) : null}
    </>
  );
}

function isOld({ freshness }: RateRow): boolean {
  return freshness === 'to_confirm' || freshness === 'stale';
}

function ConfirmRate({ row: { code, freshness, updated_at } }: { row: RateRow }) {
  const { isConfirming, confirm } = useConfirm();
  return (
    <span className={line.detail}>
      {freshness === 'stale' ? 'plus comparé · ' : 'à confirmer · '}
      <button
        type="button"
        className={line.confirm}
        aria-label={`Confirmer ${code}`}
        aria-disabled={isConfirming}
        onClick={() => confirm([{ code, updated_at }])}
      >
        Confirmer
      </button>
    </span>
  );
}

const SAVE_STATE_TEXTS: Record<SaveState, string> = {
  waiting: 'Attend son tour',
  sending: 'Enregistrement…',
  late: 'Attend le serveur',
  lost: 'Réponse perdue',
  unsaved: 'Non enregistré',
};

function formatAmount(amount: number | null): string {
  return amount === null ? '—' : formatFixing(amount);
}

/** Enabled on an unchanged row too, where a press says that there is nothing to save (spec 5). */
function SaveButton({ fixing: { row, draft, isSaving, save } }: { fixing: Fixing }) {
  return (
    <button
      type="button"
      className={line.save}
      data-changed={draft?.isChanged === true}
      aria-label={`Fixer ${row.code}`}
      aria-disabled={isSaving}
      onClick={() => save('sale')}
    >
      Fixer
    </button>
  );
}
