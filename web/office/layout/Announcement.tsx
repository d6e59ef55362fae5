import { useEffect } from 'react';
import { useAnnouncement } from '../announce.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './Announcement.module.css';

/** Long enough to be read twice; nothing depends on it. */
const SHOWN_FOR = 8000;

/** Says over the page what has just succeeded. It moves nothing and takes no focus. */
export function Announcement() {
  const { id, text } = useAnnouncement();
  useEffect(() => {
    if (id === 0) return;
    const end = setTimeout(() => useAnnouncement.setState({ text: '' }), SHOWN_FOR);
    return () => clearTimeout(end);
  }, [id]);
  return (
    <p className={styles.said} role="status">
      {text === '' ? null : (
        <span key={id} className={styles.text}>
          <Icon name="check" />
          {text}
        </span>
      )}
    </p>
  );
}
