import { useSearchParams } from 'react-router';
import { newPasswordDraft } from '#domain/iam/login.ts';
import { MIN_PASSWORD } from '#domain/iam/password-length.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure, showResult } from '#web/shared/feedback/failure.ts';
import { PasswordField } from '#web/shared/ui/PasswordField.tsx';
import { Form } from '../../forms/Form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { AuthPage } from '../../layout/AuthPage.tsx';

const EMPTY = { password: '', confirmation: '' };

/** Creates the password of the account that the link's query parameters are of (spec 2). */
export function NewPasswordPage() {
  const [parameters] = useSearchParams();
  const form = useForm({
    stored: EMPTY,
    draft: newPasswordDraft,
    isShort: true,
    // spec 8: an error modal
    explain: (failure) => {
      showFailure(failure);
      return undefined;
    },
    send: async (values) => {
      const body = { token: '', ...Object.fromEntries(parameters), password: values.password };
      await call('POST /api/iam/users/new-password', { body });
      return { values };
    },
    onSaved: () =>
      showResult({
        type: 'information',
        title: 'SUCCES',
        message: 'Le mot de passe a été créé avec succès.',
        buttonLabel: 'Continuer',
        callbackFunc: (_, router) => router.navigate('/login'),
      }),
  });

  return (
    <AuthPage
      title="Créez votre mot de passe"
      introduction="Il ouvrira votre espace. Une courte phrase se retient mieux qu’un mot compliqué."
    >
      <Form form={form} action="Créer le mot de passe">
        <PasswordField
          label="Mot de passe"
          hint={`${MIN_PASSWORD} caractères au moins`}
          autoComplete="new-password"
          {...form.text('password')}
        />
        <PasswordField
          label="Confirmation du mot de passe"
          autoComplete="new-password"
          {...form.text('confirmation')}
        />
      </Form>
    </AuthPage>
  );
}
