import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isEmail, MAX_EMAIL } from '#domain/audience/email.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { AuthPage } from '../../layout/AuthPage.tsx';
import form from '../../ui/Form.module.css';
import styles from './ForgottenPasswordPage.module.css';

type Wrong = { username?: string; form?: string };

/** Asks for a link to a new password. The answer is the same whether there is such an account or not. */
export function ForgottenPasswordPage() {
  const username = useRef<HTMLInputElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const [wrong, setWrong] = useState<Wrong>({});
  const [isWaiting, setWaiting] = useState(false);
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    if (isSent) said.current?.focus();
  }, [isSent]);

  async function ask(event: FormEvent) {
    event.preventDefault();
    if (isWaiting) return;
    const typed = username.current?.value.trim() ?? '';
    if (!isEmail(typed)) {
      setWrong({ username: 'Indiquez l’adresse e-mail de votre compte.' });
      return username.current?.focus();
    }
    setWaiting(true);
    setWrong({});
    try {
      await call('POST /api/iam/users/forgotten-password', { body: { username: typed } });
      setSent(true);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setWrong({ form: error.message });
    } finally {
      setWaiting(false);
    }
  }

  return (
    <AuthPage
      title="Mot de passe oublié"
      introduction={
        isSent
          ? 'Regardez votre boîte de réception, et les courriers indésirables.'
          : 'Indiquez votre adresse e-mail : vous recevrez un lien pour en créer un nouveau.'
      }
    >
      {isSent ? (
        <p ref={said} className={styles.sent} role="status" tabIndex={-1}>
          Si cette adresse est celle d’un compte, un message vient de partir. Le lien reçu reste valable 7
          jours.
        </p>
      ) : (
        <form className={form.form} noValidate onSubmit={(event) => void ask(event)}>
          <TextField
            ref={username}
            label="Adresse e-mail"
            error={wrong.username}
            name="username"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_EMAIL}
            onChange={() => setWrong({})}
          />
          <p className={form.failure} role="alert">
            {wrong.form}
          </p>
          <Button type="submit" size="large" aria-disabled={isWaiting}>
            Recevoir le lien
          </Button>
        </form>
      )}
      <p className={styles.back}>
        <Link to="/login">Revenir à la connexion</Link>
      </p>
    </AuthPage>
  );
}
