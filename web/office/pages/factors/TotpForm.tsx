import { useState } from 'react';
import { secondStepDraft, type TotpOffer } from '#domain/factors/second-factor.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { QrCode } from '#web/shared/qr/QrCode.tsx';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useCopy } from '../../use-copy.ts';
import styles from './FactorsPage.module.css';

type Props = { onAdded: (codes: readonly string[] | null) => unknown };

export function TotpForm({ onAdded }: Props) {
  const [offer, setOffer] = useState<TotpOffer | null>(null);

  async function begin() {
    try {
      setOffer(await call('GET /api/iam/factors/totp'));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      showFailure(error);
    }
  }

  return offer ? (
    <FirstCode key={offer.sealed} offer={offer} onAdded={onAdded} onOver={() => setOffer(null)} />
  ) : (
    <div>
      <Button onClick={() => void begin()}>Mettre en place une application de codes</Button>
    </div>
  );
}

function FirstCode({ offer, onAdded, onOver }: Props & { offer: TotpOffer; onOver: () => void }) {
  const form = useForm({
    stored: { code: '' },
    draft: secondStepDraft,
    clearsAllErrors: true,
    explain: (failure) => {
      if (failure.status === 401) return void showFailure(failure);
      if (failure.code === 'offer_over') onOver();
      return { field: failure.code === 'wrong_code' ? 'code' : 'root', message: failure.message };
    },
    send: async (values) => {
      const body = { sealed: offer.sealed, code: values.code };
      const { recovery_codes } = await call('POST /api/iam/factors/totp', { body });
      void onAdded(recovery_codes);
      return { values };
    },
  });
  const { message, copy } = useCopy('Clé copiée', 'Le navigateur ne permet pas de copier. Saisissez la clé.');
  return (
    <div className={styles.offer}>
      <QrCode text={offer.uri} label="Code QR de la clé, écrite ci-contre" />
      <div className={styles.body}>
        <p>Scannez ce code avec l’application, ou saisissez-y cette clé&nbsp;:</p>
        <p className={styles.secret}>{offer.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        {/* a telephone cannot scan its own screen */}
        <p className={styles.buttons}>
          <Button variant="secondary" size="small" onClick={() => void copy(offer.secret)}>
            Copier la clé
          </Button>
          <a className={buttonClass({ variant: 'secondary', size: 'small' })} href={offer.uri}>
            Ouvrir dans mon application
          </a>
        </p>
        <p role="status">{message}</p>
        <Form form={form} action="Vérifier le code">
          <TextField
            label="Code affiché par l’application"
            hint="6 chiffres"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            {...form.text('code')}
          />
        </Form>
      </div>
    </div>
  );
}
