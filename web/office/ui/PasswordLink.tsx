import { useId, useRef, useState } from 'react';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { TextInput } from '#web/shared/ui/TextInput.tsx';
import { announce } from '../announce.ts';
import { useAct } from '../forms/use-act.ts';
import { useCopy } from '../use-copy.ts';
import styles from './PasswordLink.module.css';

type WithLink = { id: number; mail: string; password_link: string | null; is_link_hidden: boolean };

export function PasswordLink({ user: { id, mail, password_link, is_link_hidden } }: { user: WithLink }) {
  const [shown, setShown] = useState<string | null>(null);
  const showing = useAct(async () => {
    setShown((await call('POST /api/iam/users/show-link', { body: { id } })).password_link);
  });
  const link = password_link ?? shown;
  if (link !== null) return <CopyLink link={link} mail={mail} />;
  if (!is_link_hidden) return null;

  return (
    <span className={styles.copy}>
      <Button variant="secondary" size="small" aria-disabled={showing.isActing} onClick={() => showing.act()}>
        Afficher le lien
        <span className="visually-hidden"> de création du mot de passe de {mail}</span>
      </Button>
      <span className={styles.failure} role="alert">
        {showing.failure}
      </span>
    </span>
  );
}

function CopyLink({ link, mail }: { link: string; mail: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { message, copy } = useCopy('Lien copié', 'Le lien est sélectionné : copiez-le');

  function copyLink() {
    field.current?.select();
    return copy(link);
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
      <Button variant="secondary" size="small" onClick={() => void copyLink()}>
        <Icon name="copy" />
        Copier le lien
      </Button>
      <span className={styles.said} role="status">
        {message}
      </span>
    </span>
  );
}

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
