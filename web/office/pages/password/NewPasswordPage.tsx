import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { newPasswordDraft } from '#domain/login/login.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure, showResult } from '#web/shared/feedback/failure.ts';
import { PasswordField } from '#web/shared/ui/PasswordField.tsx';
import { formatStrength } from '../../format-strength.ts';
import { Form } from '../../forms/Form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { AuthPage } from '../../layout/AuthPage.tsx';
import { ActionLink } from '../../ui/ActionLink.tsx';

const EMPTY = { password: '', confirmation: '' };

type LinkState = 'works' | 'missing' | 'gone';

export async function loadPasswordLink({ request }: LoaderFunctionArgs): Promise<LinkState> {
  const token = new URL(request.url).searchParams.get('token');
  if (!token) return 'missing';
  try {
    await call('POST /api/iam/users/password-link', { body: { token }, signal: request.signal });
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 410) return 'gone';
  }
  return 'works';
}

export function NewPasswordPage() {
  const link = useLoaderData<LinkState>();
  return link === 'works' ? <NewPassword /> : <NoLink isGone={link === 'gone'} />;
}

function NoLink({ isGone }: { isGone: boolean }) {
  return (
    <AuthPage
      title={isGone ? 'Ce lien n’est plus valable' : 'Il manque le lien'}
      introduction={
        isGone
          ? 'Le lien a déjà servi, a été remplacé, a plus de 7 jours ou est incomplet.'
          : 'Votre mot de passe se crée par le lien reçu par e-mail. Ouvrez ce lien en entier.'
      }
      foot={<Link to="/login">Revenir à la connexion</Link>}
    >
      <ActionLink to="/password/forgotten" size="large">
        Recevoir un nouveau lien
      </ActionLink>
    </AuthPage>
  );
}

function NewPassword() {
  const [parameters] = useSearchParams();
  const form = useForm({
    stored: EMPTY,
    draft: newPasswordDraft,
    clearsAllErrors: true,
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
          hint={formatStrength(form.fields.watch('password'))}
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
