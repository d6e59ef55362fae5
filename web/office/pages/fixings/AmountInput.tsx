import { type KeyboardEvent, useRef } from 'react';
import { type FixingSide, fixingText } from '#domain/rates/draft.ts';
import { TextInput } from '#web/shared/ui/TextInput.tsx';
import styles from './FixingLine.module.css';
import { fieldId, moveBetweenRows } from './fields.ts';
import type { Fixing } from './use-fixing.ts';

const LABELS = { purchase: 'Achat', sale: 'Vente' } as const;

export function AmountInput({ fixing, side }: { fixing: Fixing; side: FixingSide }) {
  const { row, draft, isSaving, type, paste, refuse, leave, reset, save } = fixing;
  const id = fieldId(row.code, side);
  const error = fixing.errors[side];
  // last separator typed since the field was entered
  const separator = useRef<string>(null);
  // true after a refused separator: a further digit would stand at the wrong decimal place
  const isStopped = useRef(false);
  const text = draft?.[side] ?? fixingText(row[side]);

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') save(side);
    else if (event.key === 'Escape') reset();
    else if (event.key === 'ArrowDown') moveBetweenRows(event.currentTarget, 1);
    else if (event.key === 'ArrowUp') moveBetweenRows(event.currentTarget, -1);
    else if (event.key === '.' || event.key === ',') separate(event.currentTarget, event.key);
    else if (!isStopped.current || !/^\d$/.test(event.key)) return;
    event.preventDefault();
  }

  /** Turns the first separator into a thousands one ('1.234,5') on a second one, or refuses it. */
  function separate(field: HTMLInputElement, typed: string) {
    if (isStopped.current) return;
    if (insertText(field, '.')) separator.current = typed;
    else if (separator.current !== typed && separator.current && /^[1-9]\d{0,2}\.\d{3}$/.test(field.value)) {
      field.select();
      insertText(field, `${field.value.replace('.', '')}.`);
    } else {
      isStopped.current = true;
      refuse(side, 'un second séparateur n’a pas été pris. Corrigez le montant.');
    }
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
      aria-invalid={error !== undefined}
      {...(error ? { 'aria-describedby': `${id}-wrong` } : {})}
      data-changed={draft?.isChanged === true && isTyped(text, row[side])}
      readOnly={isSaving}
      value={text}
      onBlur={() => leave(side)}
      onFocus={(event) => {
        separator.current = null;
        isStopped.current = false;
        event.currentTarget.select();
      }}
      onPaste={(event) => {
        event.preventDefault();
        if (!isSaving) paste(side, event.clipboardData.getData('text'));
      }}
      onChange={(event) => {
        isStopped.current = false;
        type(side, event.currentTarget.value);
      }}
      onKeyDown={press}
      after={
        error ? (
          <span id={`${id}-wrong`} className={styles.wrong} data-side={side} role="alert">
            {LABELS[side]} : {error.sentence}
          </span>
        ) : null
      }
    />
  );
}

/**
 * Types like the keyboard, since a number input reports no caret and, outside a French browser, turns 1,12
 * into 112. False: the input took nothing, such as a second point.
 */
function insertText(field: HTMLInputElement, text: string): boolean {
  let isAccepted = false;
  const onInput = () => {
    isAccepted = true;
  };
  field.addEventListener('input', onInput);
  document.execCommand('insertText', false, text);
  field.removeEventListener('input', onInput);
  return isAccepted;
}

function isTyped(text: string, current: number | null): boolean {
  return text !== '' && text !== fixingText(current);
}
