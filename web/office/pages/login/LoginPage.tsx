import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { PasswordField } from '#web/shared/ui/PasswordField.tsx';
import { AuthPage } from '../../layout/AuthPage.tsx';
import form from '../../ui/Form.module.css';
import styles from './Login.module.css';

type Wrong = { username?: string; password?: string; login?: string };

export function LoginPage() {
  const navigate = useNavigate();
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<Wrong>({});
  const [isWaiting, setWaiting] = useState(false);

  async function logIn(event: FormEvent) {
    event.preventDefault();
    if (isWaiting) return;
    const typed = { username: username.current?.value ?? '', password: password.current?.value ?? '' };
    const missing = missingIn(typed);
    setWrong(missing);
    if (missing.username) return username.current?.focus();
    if (missing.password) return password.current?.focus();
    setWaiting(true);
    try {
      const user = await call('POST /api/login', { body: { ...typed, username: typed.username.trim() } });
      useClientState.setState({ user });
      await navigate('/fixings');
    } catch (error) {
      setWrong({ login: sentenceOf(error) });
      password.current?.focus();
    } finally {
      setWaiting(false);
    }
  }

  // spec 4: the message clears when the user types
  const clear = () => setWrong({});
  return (
    <AuthPage title="Espace des bureaux" introduction="Connectez-vous pour fixer et suivre vos taux.">
      <form className={form.form} noValidate onSubmit={(event) => void logIn(event)}>
        <TextField
          ref={username}
          label="Nom d’utilisateur"
          hint="Votre adresse e-mail"
          error={wrong.username}
          name="username"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={256}
          onChange={clear}
        />
        <PasswordField
          ref={password}
          label="Mot de passe"
          error={wrong.password}
          name="password"
          autoComplete="current-password"
          maxLength={256}
          onChange={clear}
        />
        <p className={form.failure} role="alert">
          {wrong.login}
        </p>
        <Button type="submit" size="large" aria-disabled={isWaiting}>
          Se connecter
        </Button>
        <p className={styles.forgotten}>
          <Link to="/password/forgotten">Mot de passe oublié ?</Link>
        </p>
      </form>
    </AuthPage>
  );
}

/** spec 5, to the letter */
function missingIn({ username, password }: { username: string; password: string }): Wrong {
  return {
    ...(username.trim() === '' && { username: 'Veuillez renseigner le nom d utilisateur' }),
    ...(password.trim() === '' && { password: 'Veuillez renseigner le mot de passe' }),
  };
}

/** spec 8, to the letter */
function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) throw error;
  if (error.status === 401) return 'Nom d"utilisateur ou mot de passe incorrect.';
  return `Error ${error.status} : ${error.message}`;
}
