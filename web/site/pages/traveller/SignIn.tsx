import { type FormEvent, useEffect, useRef, useState } from 'react';
import { INVALID_EMAIL, isEmail, MAX_EMAIL } from '#domain/audience/email.ts';
import type { Traveller } from '#domain/travellers/traveller.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import styles from './Traveller.module.css';

type Props = {
  email: string;
  onEmail: (email: string) => void;
  onSignedIn: (traveller: Traveller) => void;
};

/** Who one is, by an address and the six digits that are mailed to it: no password. What fails leaves all that is typed. */
export function SignIn({ email, onEmail, onSignedIn }: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [digits, setDigits] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (sentTo) code.current?.focus();
  }, [sentTo]);

  async function attempt(act: () => Promise<void>) {
    if (isWaiting) return;
    setWaiting(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setFailure(
        `${error.message.replace(/\.?$/, '.')} ${error.status === 0 ? 'Rien de ce que vous avez saisi n’est perdu.' : ''}`,
      );
    } finally {
      setWaiting(false);
    }
  }

  const askCode = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isEmail(email.trim())) return setFailure(INVALID_EMAIL.message);
    void attempt(async () => {
      await call('POST /api/traveller/code', { body: { email: email.trim() } });
      setDigits('');
      setSentTo(email.trim());
    });
  };
  const enter = (event: FormEvent) => {
    event.preventDefault();
    if (sentTo === null) return;
    void attempt(async () => {
      onSignedIn(await call('POST /api/traveller/session', { body: { email: sentTo, code: digits } }));
    });
  };

  return (
    <div className={styles.stack}>
      {failure ? (
        <Notice tone="failure" role="alert">
          {failure}
        </Notice>
      ) : null}
      {sentTo === null ? (
        <form className={styles.stack} noValidate onSubmit={askCode}>
          <TextField
            label="Votre adresse e-mail"
            hint="Un code à six chiffres vous y est envoyé : il n’y a pas de mot de passe."
            type="email"
            autoComplete="email"
            maxLength={MAX_EMAIL}
            value={email}
            onChange={(event) => onEmail(event.currentTarget.value)}
          />
          <div className={styles.ways}>
            <Button type="submit" aria-disabled={isWaiting}>
              Recevoir un code
            </Button>
          </div>
        </form>
      ) : (
        <form className={styles.stack} noValidate onSubmit={enter}>
          <p role="status">
            Un code est parti à <strong>{sentTo}</strong>. Il vaut 10&nbsp;minutes, dans ce navigateur.
          </p>
          <TextField
            ref={code}
            label="Code à six chiffres"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={11}
            value={digits}
            onChange={(event) => setDigits(event.currentTarget.value)}
          />
          <div className={styles.ways}>
            <Button type="submit" aria-disabled={isWaiting}>
              Valider le code
            </Button>
            <Button variant="secondary" aria-disabled={isWaiting} onClick={() => askCode()}>
              Envoyer un autre code
            </Button>
            <Button variant="secondary" onClick={() => setSentTo(null)}>
              Changer d’adresse
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
