import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Me } from '#domain/iam/me.ts';
import { INVALID_CREDENTIALS, loginDraft } from '#domain/login/login.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { PasswordField } from '#web/shared/ui/PasswordField.tsx';
import { addressAfterLogin } from '../../after-login.ts';
import { Form, Refused } from '../../forms/Form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { AuthPage } from '../../layout/AuthPage.tsx';
import { cancelPendingLogOut } from '../../log-out.ts';
import { answerByPasskey, knowsPasskeys } from '../../passkeys.ts';
import { SecondStep } from './SecondStep.tsx';

const EMPTY = { username: '', password: '' };

export function LoginPage() {
  const navigate = useNavigate();
  const [isHalfway, setHalfway] = useState(false);
  const [failure, setFailure] = useState<string>();

  function enter(user: Me) {
    cancelPendingLogOut();
    useClientState.setState({ user });
    void navigate(addressAfterLogin());
  }

  if (isHalfway) {
    const begin = (sentence?: string) => {
      setFailure(sentence);
      setHalfway(false);
    };
    return (
      <AuthPage
        title="Confirmez que c’est vous"
        introduction="Votre compte est protégé par une double authentification."
        foot={
          <Link to="/login" onClick={() => begin()}>
            Revenir au mot de passe
          </Link>
        }
      >
        <SecondStep onOpened={enter} onPasswordNeeded={begin} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Espace des bureaux"
      introduction="Connectez-vous pour fixer et suivre vos taux."
      foot={<Link to="/password/forgotten">Mot de passe oublié ?</Link>}
    >
      <PasswordStep onOpened={enter} onHalfway={() => setHalfway(true)} />
      {knowsPasskeys() ? <PasskeyLogin onOpened={enter} onRefused={setFailure} /> : null}
      <Refused>{failure}</Refused>
    </AuthPage>
  );
}

type StepProps = { onOpened: (user: Me) => void; onHalfway: () => void };

function PasswordStep({ onOpened, onHalfway }: StepProps) {
  const form = useForm({
    stored: EMPTY,
    draft: loginDraft,
    // spec 4: the message clears when the user types
    clearsAllErrors: true,
    explain: (failure) => ({ field: 'root', message: sentenceOf(failure), focus: 'password' }),
    send: async (values) => {
      const username = values.username.trim();
      const answer = await call('POST /api/login', { body: { ...values, username } });
      // a pending logout would end the second step
      cancelPendingLogOut();
      if ('next' in answer) onHalfway();
      else onOpened(answer);
      return { values };
    },
  });
  return (
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
  );
}

type PasskeyProps = { onOpened: (user: Me) => void; onRefused: (sentence: string | undefined) => void };

function PasskeyLogin({ onOpened, onRefused }: PasskeyProps) {
  async function logIn() {
    onRefused(undefined);
    try {
      const { options } = await call('GET /api/login/passkey');
      const passkey = await answerByPasskey(options);
      onOpened(await call('POST /api/login/passkey', { body: { passkey } }));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      onRefused(error.message);
    }
  }
  return (
    <Button variant="secondary" size="large" onClick={() => void logIn()}>
      Utiliser une clé d’accès
    </Button>
  );
}

/** spec 8, to the letter */
function sentenceOf({ status, message }: ApiFailure): string {
  return status === 401 ? INVALID_CREDENTIALS : `Error ${status} : ${message}`;
}
