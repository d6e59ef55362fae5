import { useEffect } from 'react';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { useAnnouncement } from '../announce.ts';
import styles from './Announcement.module.css';

/** Long enough to be read twice; nothing depends on it. */
const SHOWN_FOR = 8000;

const clear = () => useAnnouncement.setState({ text: '' });

/** Says over the page what has just succeeded or failed. It moves nothing and takes no focus. */
export function Announcement() {
  const { id, text, isFailure } = useAnnouncement();
  useEffect(() => {
    if (id === 0 || isFailure) return;
    const end = setTimeout(clear, SHOWN_FOR);
    return () => clearTimeout(end);
  }, [id, isFailure]);
  return (
    <>
      <p className={styles.said} role="status">
        {text === '' || isFailure ? null : (
          <span key={id} className={styles.text}>
            <Icon name="check" />
            {text}
          </span>
        )}
      </p>
      {text !== '' && isFailure ? (
        <div key={id} className={styles.said} role="alert">
          <p className={`${styles.text} ${styles.failure}`}>
            {text}
            <button type="button" className={styles.close} aria-label="Fermer" onClick={clear}>
              <Icon name="close" />
            </button>
          </p>
        </div>
      ) : null}
    </>
  );
}
