import { Icon } from './Icon.tsx';
import styles from './Toast.module.css';

type Props = {
  /** '' for no message; the element stays, as screen readers listen to it */
  text: string;
  id: number;
  tone: 'success' | 'failure';
  onClose: () => void;
};

/** Message over the page, which moves nothing and takes no focus. A failure stays until closed. */
export function Toast({ text, id, tone, onClose }: Props) {
  const isFailure = tone === 'failure';
  return (
    <>
      <p className={styles.place} role="status">
        {text === '' || isFailure ? null : (
          <span key={id} className={styles.toast}>
            <Icon name="check" />
            {text}
          </span>
        )}
      </p>
      {text !== '' && isFailure ? (
        <div key={id} className={styles.place} role="alert">
          <p className={`${styles.toast} ${styles.failure}`}>
            {text}
            <button type="button" className={styles.close} aria-label="Fermer" onClick={onClose}>
              <Icon name="close" />
            </button>
          </p>
        </div>
      ) : null}
    </>
  );
}
