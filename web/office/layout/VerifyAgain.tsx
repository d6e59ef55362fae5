import { type ChangeEvent, useEffect, useState } from 'react';
import { create } from 'zustand';
import type { AvailableFactors } from '#domain/factors/second-factor.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call, verifyAgainBy } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { PasswordField } from '#web/shared/ui/PasswordField.tsx';
import { FactorCodeField } from '../forms/FactorCodeField.tsx';
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

const findFactors = () => call('GET /api/login/again');
const NO_FACTOR: AvailableFactors = { has_totp: false, has_recovery_codes: false, passkey: null };

/** Asks for the second factor of an account that has one, else for the password. */
function VerificationDialog() {
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string>();
  /** null: not known yet, and no field is drawn that another one would replace */
  const [factors, setFactors] = useState<AvailableFactors | null>(null);
  const [isSending, setSending] = useState(false);
  const hasFactor = factors !== null && (factors.has_totp || factors.passkey !== null);

  useEffect(() => {
    // the server refuses a password where it does not suffice
    findFactors().then(setFactors, () => setFactors(NO_FACTOR));
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
      if (error.code !== 'factor_needed') return;
      setTyped('');
      await findFactors().then(setFactors, () => undefined);
    } finally {
      setSending(false);
    }
  }

  const byText = () =>
    call('POST /api/login/again', { body: hasFactor ? { code: typed } : { password: typed } });
  const byPasskey = async () => {
    const { passkey } = await findFactors();
    return call('POST /api/login/again', { body: { passkey: await answerByPasskey(passkey) } });
  };
  const field = {
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.target.value);
      setFailure(undefined);
    },
  };

  if (factors === null) return null;
  return (
    <Dialog title="Confirmez que c’est vous" isOpen onDismiss={() => answer(false)} mustBeAnswered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === '') setFailure(`Veuillez renseigner le ${hasFactor ? 'code' : 'mot de passe'}`);
          else void prove(byText);
        }}
      >
        <DialogText>
          Cette action est sensible, et votre connexion date de plus de 10 minutes.{' '}
          {hasFactor ? 'Donnez votre second facteur' : 'Donnez votre mot de passe'} pour continuer. Votre
          saisie est gardée.
        </DialogText>
        <div className={styles.field}>
          {hasFactor ? (
            <FactorCodeField hasTotp={factors.has_totp} {...field} />
          ) : (
            <PasswordField label="Mot de passe" autoComplete="current-password" {...field} />
          )}
          <Refused>{failure}</Refused>
        </div>
        <DialogButtons>
          <Button variant="secondary" onClick={() => answer(false)}>
            Annuler
          </Button>
          {factors.passkey && knowsPasskeys() ? (
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
