import type { ReactNode } from 'react';
import styles from './UndoLine.module.css';

type Props = { act: string; isBusy?: boolean; onAct: () => void; children: ReactNode };

/** Sentence about an act, with the press that undoes it. */
export function UndoLine({ act, isBusy = false, onAct, children }: Props) {
  return (
    <p className={styles.line}>
      {children}{' '}
      <button type="button" className={styles.act} aria-disabled={isBusy} onClick={onAct}>
        {act}
      </button>
    </p>
  );
}
