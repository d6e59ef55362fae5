import { useId, useRef, useState } from 'react';
import styles from './CopyLink.module.css';
import { Icon } from './Icon.tsx';

/** The link by which a user creates the password, to be sent on. */
export function CopyLink({ link, mail }: { link: string; mail: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setSaid('Lien copié');
    } catch {
      // without permission, or on a plain connection, the browser has no clipboard to give
      setSaid('Le lien est sélectionné : copiez-le');
    }
  }

  return (
    <span className={styles.copy}>
      <label className="visually-hidden" htmlFor={id}>
        Lien de création du mot de passe de {mail}
      </label>
      <input
        ref={field}
        id={id}
        className={styles.link}
        type="text"
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" className={styles.button} onClick={() => void copy()}>
        <Icon name="copy" />
        Copier le lien
      </button>
      <span className={styles.said} role="status">
        {said}
      </span>
    </span>
  );
}
