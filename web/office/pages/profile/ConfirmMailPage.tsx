import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Profile } from '#domain/profile/profile.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { addresses } from '../../addresses.ts';
import { announce } from '../../announce.ts';
import { Refused } from '../../forms/Form.tsx';
import { page, type Visit } from '../../page.tsx';
import { ActionLink } from '../../ui/ActionLink.tsx';
import styles from './ProfilePage.module.css';

export const confirmMailPage = page({
  title: 'Votre nouvelle adresse',
  needs: [],
  load: async ({ url, signal }: Visit) => ({
    profile: await call('GET /api/profile', { signal }),
    token: url.searchParams.get('token') ?? '',
  }),
  Component: ConfirmMail,
});

/** Needs a press of a button, so that link scanners do not confirm an address. */
function ConfirmMail({ data: { profile, token } }: { data: { profile: Profile; token: string } }) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function confirm() {
    if (isSending) return;
    setSending(true);
    setFailure(undefined);
    try {
      await call('POST /api/profile/mail/confirm', { body: { token } });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status === 401) return showFailure(error);
      return setFailure(error.message);
    } finally {
      setSending(false);
    }
    announce('Votre adresse a changé. Connectez-vous désormais avec la nouvelle.');
    await navigate(addresses.profile);
  }

  const { awaited_mail, name, surname, mail } = profile;
  const accountText = `${name} ${surname}`.trim();
  return (
    <Card title="Confirmer l’adresse">
      <div className={styles.factors}>
        {failure !== undefined ? null : awaited_mail === null ? (
          <p>
            Le compte ouvert ici ({accountText}, {mail}) n’attend pas de nouvelle adresse. Ce lien est d’un
            autre compte, ou il n’est plus valable.
          </p>
        ) : (
          <p>
            {awaited_mail} sera l’adresse du compte de {accountText}, et son nom d’utilisateur.
          </p>
        )}
        {failure === undefined && awaited_mail !== null ? (
          <Button aria-disabled={isSending} onClick={() => void confirm()}>
            Confirmer cette adresse
          </Button>
        ) : (
          <ActionLink to={addresses.profile} variant="secondary">
            Aller au profil
          </ActionLink>
        )}
        <Refused>{failure}</Refused>
      </div>
    </Card>
  );
}
