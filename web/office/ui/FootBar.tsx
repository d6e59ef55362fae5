import { type ReactNode, useId, useState } from 'react';
import { Button } from '#web/shared/ui/Button.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import styles from './FootBar.module.css';
import { reserveFoot } from './reserve-foot.ts';

type Props = {
  name: string;
  id?: string;
  // undefined: nothing to do yet
  act: ReactNode;
  isBusy: boolean;
  onAct: () => void;
  abandon?: string;
  onAbandon: () => void;
  children: ReactNode;
};

/** Bar over a grid, at the window's foot, from the first unsaved cell to the last. Large text on a phone folds it. */
export function FootBar(props: Props) {
  const { name, id, act, isBusy, onAct, abandon = 'Tout abandonner', onAbandon, children } = props;
  const unlessBusy = (press: () => void) => () => {
    if (!isBusy) press();
  };
  const wordsId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      id={id}
      ref={reserveFoot}
      className={styles.bar}
      aria-label={name}
      tabIndex={-1}
      data-open={isOpen}
    >
      <div id={wordsId} className={styles.words}>
        {children}
      </div>
      {/* the harmless act first: a closed dialog gives the focus of this bar to its first button */}
      <div className={styles.acts}>
        {act === undefined ? null : (
          <Button
            className={styles.act}
            aria-disabled={isBusy}
            aria-keyshortcuts="Control+Enter"
            title="Ctrl + Entrée"
            onClick={unlessBusy(onAct)}
          >
            {act}
          </Button>
        )}
        <button
          type="button"
          className={styles.abandon}
          aria-disabled={isBusy}
          onClick={unlessBusy(onAbandon)}
        >
          {abandon}
        </button>
        <button
          type="button"
          className={styles.unfold}
          aria-label={`Détail, ${name.toLowerCase()}`}
          aria-expanded={isOpen}
          aria-controls={wordsId}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron" />
        </button>
      </div>
    </section>
  );
}
