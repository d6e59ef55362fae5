import { Link, useNavigate } from 'react-router';
import { loginDraft, WRONG_CREDENTIALS } from '#domain/iam/login.ts';
import type { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { TextField } from '#web/shared/ui/Field.tsx';
import { PasswordField } from '#web/shared/ui/PasswordField.tsx';
import { Form } from '../../forms/Form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { AuthPage } from '../../layout/AuthPage.tsx';
import { forgetLogOut } from '../../log-out.ts';

const EMPTY = { username: '', password: '' };

export function LoginPage() {
  const navigate = useNavigate();
  const form = useForm({
    stored: EMPTY,
    draft: loginDraft,
    // spec 4: the message clears when the user types
    isShort: true,
    explain: (failure) => ({ field: 'root', message: sentenceOf(failure), focus: 'password' }),
    send: async (values) => {
      const username = values.username.trim();
      const user = await call('POST /api/login', { body: { ...values, username } });
      forgetLogOut();
      useClientState.setState({ user });
      return { values };
    },
    onSaved: () => navigate('/fixings'),
  });

  return (
    <AuthPage
      title="Espace des bureaux"
      introduction="Connectez-vous pour fixer et suivre vos taux."
      foot={<Link to="/password/forgotten">Mot de passe oublié ?</Link>}
    >
      <Form form={form} action="Se connecter">
        <TextField
          label="Nom d’utilisateur"
          hint="Votre adresse e-mail"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text('username')}
        />
        <PasswordField label="Mot de passe" autoComplete="current-password" {...form.text('password')} />
      </Form>
    </AuthPage>
  );
}

/** spec 8, to the letter */
function sentenceOf({ status, message }: ApiFailure): string {
  return status === 401 ? WRONG_CREDENTIALS : `Error ${status} : ${message}`;
}
