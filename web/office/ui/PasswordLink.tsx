import { useId, useRef, useState } from 'react';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { TextInput } from '#web/shared/ui/TextInput.tsx';
import { announce } from '../announce.ts';
import { useAct } from '../forms/use-act.ts';
import styles from './PasswordLink.module.css';

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
      <TextInput
        ref={field}
        id={id}
        size="small"
        className={styles.link}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="secondary" size="small" onClick={() => void copy()}>
        <Icon name="copy" />
        Copier le lien
      </Button>
      <span className={styles.said} role="status">
        {said}
      </span>
    </span>
  );
}

/** Sends the mail that holds the link once more. */
export function InviteAgain({ id, mail }: { id: number; mail: string }) {
  const sending = useAct(async () => {
    await call('POST /api/iam/users/invite-again', { body: { id } });
    announce(`L’invitation est repartie à ${mail}.`);
  });

  return (
    <>
      <button
        type="button"
        className={styles.again}
        aria-disabled={sending.isActing}
        onClick={() => sending.act()}
      >
        <Icon name="mail" />
        Renvoyer l’invitation
        <span className="visually-hidden"> à {mail}</span>
      </button>
      <span className={styles.failure} role="alert">
        {sending.failure}
      </span>
    </>
  );
}
