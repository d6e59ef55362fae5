import { useState } from 'react';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { announce } from '../announce.ts';
import { Icon } from './Icon.tsx';
import styles from './InviteAgain.module.css';

/** Sends the mail that holds the link once more. */
export function InviteAgain({ id, mail }: { id: number; mail: string }) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState('');

  async function send() {
    if (isSending) return;
    setSending(true);
    setFailure('');
    try {
      await call('POST /api/iam/users/invite-again', { body: { id } });
      announce(`L’invitation est repartie à ${mail}.`);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status === 401) return showFailure(error);
      setFailure(error.message);
    } finally {
      setSending(false);
    }
  }

  return (
    <>
      <button type="button" className={styles.again} aria-disabled={isSending} onClick={() => void send()}>
        <Icon name="mail" />
        Renvoyer l’invitation
        <span className="visually-hidden"> à {mail}</span>
      </button>
      <span className={styles.failure} role="alert">
        {failure}
      </span>
    </>
  );
}
