import type { ReactNode } from 'react';
import styles from './UndoLine.module.css';

type Props = {
  act: string;
  isBusy?: boolean;
  // the button that the line stands for is gone
  takesFocus?: boolean;
  onAct: () => void;
  children: ReactNode;
};

/** Sentence about an act, with the press that undoes it. */
export function UndoLine({ act, isBusy = false, takesFocus = false, onAct, children }: Props) {
  return (
    <p className={styles.line}>
      {children}{' '}
      <button
        ref={takesFocus ? focusIt : null}
        type="button"
        className={styles.act}
        aria-disabled={isBusy}
        onClick={onAct}
      >
        {act}
      </button>
    </p>
  );
}

function focusIt(button: HTMLButtonElement | null): void {
  button?.focus();
}
