import { Icon } from './Icon.tsx';
import styles from './Toast.module.css';

type Props = {
  /** '' when there is nothing to say: the place stays, for screen readers to listen to */
  text: string;
  /** another one for each time that something is said, even in the same words */
  id: number;
  tone: 'success' | 'failure';
  onClose: () => void;
};

/** Says over the page what has just happened. It moves nothing and takes no focus; a failure stays until closed. */
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
