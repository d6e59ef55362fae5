import { useEffect, useState } from 'react';
import { type AvailableFactors, secondStepDraft } from '#domain/factors/second-factor.ts';
import type { Me } from '#domain/iam/me.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { FactorCodeField } from '../../forms/FactorCodeField.tsx';
import { Form, Refused } from '../../forms/Form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { answerByPasskey, knowsPasskeys } from '../../passkeys.ts';

type Props = {
  onOpened: (user: Me) => void;
  onPasswordNeeded: (sentence: string) => void;
};

export function SecondStep({ onOpened, onPasswordNeeded }: Props) {
  const [proofs, setProofs] = useState<AvailableFactors | null>(null);
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    stored: { code: '' },
    draft: secondStepDraft,
    clearsAllErrors: true,
    explain: (refused) => {
      if (refused.code === 'no_login') onPasswordNeeded(refused.message);
      return { field: 'code', message: refused.message };
    },
    send: async (values) => {
      setFailure(undefined);
      open(await call('POST /api/login/second', { body: { code: values.code } }));
      return { values };
    },
  });

  useEffect(() => {
    // errors appear with the answer
    requestProofs().then(setProofs, () => undefined);
  }, []);

  function open(answer: Me | AvailableFactors) {
    if ('allowed_scope' in answer) onOpened(answer);
  }

  function showLoginFailure(error: unknown) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.code === 'no_login') onPasswordNeeded(error.message);
    else setFailure(error.message);
  }

  async function sendPasskey() {
    setFailure(undefined);
    try {
      // single-use challenge
      const { passkey } = await requestProofs();
      open(await call('POST /api/login/second', { body: { passkey: await answerByPasskey(passkey) } }));
    } catch (error) {
      showLoginFailure(error);
    }
  }

  const hasPasskey = proofs?.passkey && knowsPasskeys();
  return (
    <>
      <Form form={form} action="Continuer">
        <FactorCodeField hasTotp={proofs?.has_totp ?? true} autoFocus {...form.text('code')} />
      </Form>
      {hasPasskey ? (
        <Button variant="secondary" size="large" onClick={() => void sendPasskey()}>
          Utiliser une clé d’accès
        </Button>
      ) : null}
      <Refused>{failure}</Refused>
    </>
  );
}

async function requestProofs(): Promise<AvailableFactors> {
  // `ask` selects this answer
  return (await call('POST /api/login/second', { body: { ask: 'proofs' } })) as AvailableFactors;
}
