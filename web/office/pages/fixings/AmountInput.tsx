import type { KeyboardEvent } from 'react';
import { type FixingSide, fixingText } from '#domain/fixings/draft.ts';
import { TextInput } from '#web/shared/ui/TextInput.tsx';
import styles from './FixingLine.module.css';
import { fieldId, moveBetweenRows } from './fields.ts';
import type { Fixing } from './use-fixing.ts';

const LABELS = { purchase: 'Achat', sale: 'Vente' } as const;

/** Where a purchase or a sale is typed: Enter saves the row, Escape gives it back, arrows move between rows. */
export function AmountInput({ fixing, side }: { fixing: Fixing; side: FixingSide }) {
  const { row, draft, isSaving, wrong, type, leave, giveBack, save } = fixing;
  const id = fieldId(row.code, side);
  const isWrong = wrong.includes(side);
  const text = draft?.[side] ?? fixingText(row[side]);

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') save(side);
    else if (event.key === 'Escape') giveBack();
    else if (event.key === 'ArrowDown') moveBetweenRows(event.currentTarget, 1);
    else if (event.key === 'ArrowUp') moveBetweenRows(event.currentTarget, -1);
    else if (event.key !== ',' || !insertPoint()) return;
    event.preventDefault();
  }

  return (
    <TextInput
      size="small"
      className={styles.amount}
      id={id}
      type="number"
      inputMode="decimal"
      min="0"
      step="any"
      placeholder="0.0"
      autoComplete="off"
      enterKeyHint="done"
      aria-label={`${LABELS[side]} ${row.code}`}
      aria-invalid={isWrong}
      {...(isWrong ? { 'aria-describedby': `${id}-wrong` } : {})}
      data-changed={draft?.isChanged === true && isTyped(text, row[side])}
      readOnly={isSaving}
      value={text}
      onBlur={() => leave(side)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => type(side, event.currentTarget.value)}
      onKeyDown={press}
      after={
        isWrong ? (
          <span id={`${id}-wrong`} className={styles.wrong} data-side={side} role="alert">
            {LABELS[side]} : un montant positif, inférieur à 10 000 000, avec 8 décimales au plus.
          </span>
        ) : null
      }
    />
  );
}

/**
 * A number input of a browser that is not set in French drops a comma without a word, and 1,12 becomes 112. This is
 * the one way to type into such an input, which tells nobody where its caret is.
 */
function insertPoint(): boolean {
  return document.execCommand('insertText', false, '.');
}

function isTyped(text: string, current: number | null): boolean {
  return text !== '' && text !== fixingText(current);
}
