import { type FormEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { MAX_PASSWORD, MIN_PASSWORD } from '#domain/iam/password-length.ts';
import { call } from '#web/shared/api/client.ts';
import { showResult } from '#web/shared/feedback/failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { PasswordField } from '#web/shared/ui/PasswordField.tsx';
import { AuthPage } from '../../layout/AuthPage.tsx';
import form from '../../ui/Form.module.css';

type Wrong = { password?: string; confirmation?: string };

/** Creates the password of the account that the link's query parameters are of (spec 2). */
export function NewPasswordPage() {
  const [parameters] = useSearchParams();
  const password = useRef<HTMLInputElement>(null);
  const confirmation = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<Wrong>({});
  const [isWaiting, setWaiting] = useState(false);

  async function create(event: FormEvent) {
    event.preventDefault();
    if (isWaiting) return;
    const typed = password.current?.value ?? '';
    const found = wrongIn(typed, confirmation.current?.value ?? '');
    setWrong(found);
    if (found.password) return password.current?.focus();
    if (found.confirmation) return confirmation.current?.focus();
    setWaiting(true);
    const body = { token: '', ...Object.fromEntries(parameters), password: typed };
    const failure = await call('POST /api/iam/users/new-password', { body }).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    setWaiting(false);
    showResult(
      failure ?? {
        type: 'information',
        title: 'SUCCES',
        message: 'Le mot de passe a été créé avec succès.',
        buttonLabel: 'Continuer',
        callbackFunc: (_, router) => router.navigate('/login'),
      },
    );
  }

  const clear = () => setWrong({});
  return (
    <AuthPage
      title="Créez votre mot de passe"
      introduction="Il ouvrira votre espace. Une courte phrase se retient mieux qu’un mot compliqué."
    >
      <form className={form.form} noValidate onSubmit={(event) => void create(event)}>
        <PasswordField
          ref={password}
          label="Mot de passe"
          hint={`${MIN_PASSWORD} caractères au moins`}
          error={wrong.password}
          name="password"
          autoComplete="new-password"
          maxLength={MAX_PASSWORD}
          onChange={clear}
        />
        <PasswordField
          ref={confirmation}
          label="Confirmation du mot de passe"
          error={wrong.confirmation}
          name="confirmation"
          autoComplete="new-password"
          maxLength={MAX_PASSWORD}
          onChange={clear}
        />
        <Button type="submit" size="large" aria-disabled={isWaiting}>
          Créer le mot de passe
        </Button>
      </form>
    </AuthPage>
  );
}

/** spec 5, to the letter */
function wrongIn(password: string, confirmation: string): Wrong {
  const isEmpty = password.trim() === '';
  const isUnconfirmed = confirmation.trim() === '';
  if (isEmpty || isUnconfirmed) {
    return {
      ...(isEmpty && { password: 'Veuillez renseigner un mot de passe !!!' }),
      ...(isUnconfirmed && { confirmation: 'Veuillez confirmer le mot de passe !!!' }),
    };
  }
  const isSame = password.trim() === confirmation.trim();
  return isSame ? {} : { confirmation: 'Le mot de passe de confirmation est incorrect !!!' };
}
