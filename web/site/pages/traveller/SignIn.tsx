import { type FormEvent, useEffect, useRef, useState } from 'react';
import { INVALID_EMAIL, isEmail, MAX_EMAIL } from '#domain/audience/email.ts';
import type { Traveller } from '#domain/travellers/traveller.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { askedLately, forgetAsked, keepAsked } from './asked-code.ts';
import styles from './Traveller.module.css';

type Props = {
  email: string;
  onEmail: (email: string) => void;
  onSignedIn: (traveller: Traveller) => void;
};

/** Who one is, by an address and the six digits that are mailed to it: no password. What fails leaves all that is typed. */
export function SignIn({ email, onEmail, onSignedIn }: Props) {
  // the mail may be read on a phone that drops this page meanwhile
  const [sentTo, setSentTo] = useState(askedLately);
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
    if (!isEmail(sentTo ?? email.trim())) return setFailure(INVALID_EMAIL.message);
    void attempt(async () => {
      const to = sentTo ?? email.trim();
      await call('POST /api/traveller/code', { body: { email: to } });
      setDigits('');
      keepAsked(to);
      setSentTo(to);
    });
  };
  const enter = (event: FormEvent) => {
    event.preventDefault();
    if (sentTo === null) return;
    // a guess less of the five
    if (!/^\d{6}$/.test(digits.replace(/\s/g, ''))) return setFailure('Le code compte six chiffres.');
    void attempt(async () => {
      const known = await call('POST /api/traveller/session', { body: { email: sentTo, code: digits } });
      forgetAsked();
      document.documentElement.dataset.known = '';
      onSignedIn(known);
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
            <Button
              variant="secondary"
              onClick={() => {
                forgetAsked();
                setFailure(null);
                setSentTo(null);
              }}
            >
              Changer d’adresse
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
