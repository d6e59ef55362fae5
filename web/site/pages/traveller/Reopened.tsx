import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import styles from './Traveller.module.css';

type Props = { onResume: () => void; onRestart: () => void };

export function Reopened({ onResume, onRestart }: Props) {
  return (
    <Notice
      role="status"
      className={styles.said}
      title="Reprendre votre réservation ?"
      action={
        <span className={styles.links}>
          <Button size="small" onClick={onResume}>
            Reprendre
          </Button>
          <Button size="small" variant="secondary" onClick={onRestart}>
            Recommencer
          </Button>
        </span>
      }
    >
      Vos choix sont ci-dessous.
    </Notice>
  );
}
