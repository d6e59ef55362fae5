import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { forgottenPasswordDraft } from '#domain/login/login.ts';
import { call } from '#web/shared/api/client.ts';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { AuthPage } from '../../layout/AuthPage.tsx';
import styles from './ForgottenPasswordPage.module.css';

const EMPTY = { username: '' };

/** The answer does not reveal whether the account exists. */
export function ForgottenPasswordPage() {
  const messageRef = useRef<HTMLParagraphElement>(null);
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    if (isSent) messageRef.current?.focus();
  }, [isSent]);
  const form = useForm({
    stored: EMPTY,
    draft: forgottenPasswordDraft,
    clearsAllErrors: true,
    send: async (values) => {
      const username = values.username.trim();
      await call('POST /api/iam/users/forgotten-password', { body: { username } });
      return { values };
    },
    onSaved: () => setSent(true),
  });

  return (
    <AuthPage
      title="Mot de passe oublié"
      introduction={
        isSent
          ? 'Regardez votre boîte de réception, et les courriers indésirables.'
          : 'Indiquez votre adresse e-mail. Vous recevrez un lien pour en créer un nouveau.'
      }
      foot={<Link to="/login">Revenir à la connexion</Link>}
    >
      {isSent ? (
        <p ref={messageRef} className={styles.sent} role="status" tabIndex={-1}>
          Si cette adresse est celle d’un compte, un message vient de partir. Le lien reçu reste valable 7
          jours.
        </p>
      ) : (
        <Form form={form} action="Recevoir le lien">
          <TextField
            label="Adresse e-mail"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.text('username')}
          />
        </Form>
      )}
    </AuthPage>
  );
}
