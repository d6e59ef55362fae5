import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call, verifyAgainBy } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { PasswordField } from '#web/shared/ui/PasswordField.tsx';
import { Refused } from '../forms/Form.tsx';
import { answerByPasskey, knowsPasskeys } from '../passkeys.ts';
import styles from './VerifyAgain.module.css';

const useBlockedCalls = create<{ waiting: readonly ((isProved: boolean) => void)[] }>(() => ({
  waiting: [],
}));

verifyAgainBy(
  () =>
    new Promise((resolve) => useBlockedCalls.setState(({ waiting }) => ({ waiting: [...waiting, resolve] }))),
);

function answer(isProved: boolean): void {
  const { waiting } = useBlockedCalls.getState();
  useBlockedCalls.setState({ waiting: [] });
  for (const resolve of waiting) resolve(isProved);
}

export function VerifyAgain() {
  const isOpen = useBlockedCalls(({ waiting }) => waiting.length > 0);
  return isOpen ? <VerificationDialog /> : null;
}

function VerificationDialog() {
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const [hasPasskey, setHasPasskey] = useState(false);
  const [isSending, setSending] = useState(false);

  useEffect(() => {
    call('GET /api/login/again').then(
      ({ passkey }) => setHasPasskey(passkey !== null && knowsPasskeys()),
      // fallback: the password
      () => undefined,
    );
  }, []);

  async function prove(send: () => Promise<unknown>) {
    if (isSending) return;
    setSending(true);
    setFailure(undefined);
    try {
      await send();
      answer(true);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (error.code === 'no_session') {
        answer(false);
        return showFailure(error);
      }
      setFailure(error.message);
    } finally {
      setSending(false);
    }
  }

  const byPassword = () => call('POST /api/login/again', { body: { password } });
  const byPasskey = async () => {
    const { passkey } = await call('GET /api/login/again');
    return call('POST /api/login/again', { body: { passkey: await answerByPasskey(passkey) } });
  };

  return (
    <Dialog title="Confirmez que c’est vous" isOpen onDismiss={() => answer(false)} mustBeAnswered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (password === '') setFailure('Veuillez renseigner le mot de passe');
          else void prove(byPassword);
        }}
      >
        <DialogText>
          Ce que vous faites est sensible, et votre connexion date de plus de 10 minutes. Donnez votre mot de
          passe pour continuer : rien de ce que vous avez saisi n’est perdu.
        </DialogText>
        <div className={styles.field}>
          <PasswordField
            label="Mot de passe"
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setFailure(undefined);
            }}
          />
          <Refused>{failure}</Refused>
        </div>
        <DialogButtons>
          <Button variant="secondary" onClick={() => answer(false)}>
            Annuler
          </Button>
          {hasPasskey ? (
            <Button variant="secondary" onClick={() => void prove(byPasskey)}>
              Utiliser une clé d’accès
            </Button>
          ) : null}
          <Button type="submit" aria-disabled={isSending}>
            Continuer
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
