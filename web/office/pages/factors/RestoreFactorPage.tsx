import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Refused } from '../../forms/Form.tsx';
import { AuthPage } from '../../layout/AuthPage.tsx';

/** Link of the letter about a removed factor. A press acts, since programs of mails follow links. */
export function RestoreFactorPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function restore() {
    if (isSending) return;
    setSending(true);
    setFailure(undefined);
    try {
      const body = { token: parameters.get('token') ?? '' };
      const { password_token } = await call('POST /api/iam/factors/restore', { body });
      await navigate(`/password?token=${encodeURIComponent(password_token)}`, { replace: true });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setFailure(error.message);
    } finally {
      setSending(false);
    }
  }

  return (
    <AuthPage
      title="Remettre le second facteur"
      introduction="Toutes les sessions de votre compte se fermeront, et les ajouts faits depuis seront retirés. Vous choisirez ensuite un nouveau mot de passe."
      foot={<Link to="/login">Revenir à la connexion</Link>}
    >
      <Button size="large" aria-disabled={isSending} onClick={() => void restore()}>
        Remettre le second facteur
      </Button>
      <Refused>{failure}</Refused>
    </AuthPage>
  );
}
