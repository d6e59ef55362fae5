import type { ReactNode } from 'react';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './FootBar.module.css';
import { reserveFoot } from './reserve-foot.ts';

type Props = {
  name: string;
  id?: string;
  act: string;
  isBusy: boolean;
  onAct: () => void;
  onAbandon: () => void;
  children: ReactNode;
};

/** Bar over a grid, at the window's foot, from the first unsaved cell to the last. */
export function FootBar({ name, id, act, isBusy, onAct, onAbandon, children }: Props) {
  const unlessBusy = (press: () => void) => () => {
    if (!isBusy) press();
  };
  return (
    <section id={id} ref={reserveFoot} className={styles.bar} aria-label={name} tabIndex={-1}>
      <div className={styles.words}>{children}</div>
      <div className={styles.acts}>
        <button
          type="button"
          className={styles.abandon}
          aria-disabled={isBusy}
          onClick={unlessBusy(onAbandon)}
        >
          Tout abandonner
        </button>
        <Button
          className={styles.act}
          aria-disabled={isBusy}
          aria-keyshortcuts="Control+Enter"
          title="Ctrl + Entrée"
          onClick={unlessBusy(onAct)}
        >
          {act}
        </Button>
      </div>
    </section>
  );
}
