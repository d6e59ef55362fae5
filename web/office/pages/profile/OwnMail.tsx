import { useRevalidator } from 'react-router';
import { mailChangeDraft } from '#domain/profile/mail-change.ts';
import type { Profile } from '#domain/profile/profile.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { announce } from '../../announce.ts';
import { Form, Refused } from '../../forms/Form.tsx';
import { EmailField } from '../../forms/fields.tsx';
import { useAct } from '../../forms/use-act.ts';
import { explainByCode, useForm } from '../../forms/use-form.ts';
import styles from './ProfilePage.module.css';

const EMPTY = { mail: '' };

export function OwnMail({ profile: { mail, awaited_mail } }: { profile: Profile }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    stored: EMPTY,
    draft: mailChangeDraft,
    explain: explainByCode<typeof EMPTY>({
      invalid_email: 'mail',
      same_mail: 'mail',
      control_character: 'mail',
    }),
    send: async (values) => {
      await call('POST /api/profile/mail', { body: values });
      return { values: EMPTY };
    },
    onSaved: (values) => {
      announce(`Un lien a été envoyé à ${values.mail.trim()}.`);
      return revalidate();
    },
  });
  const cancel = useAct(async (mail: string) => {
    await call('POST /api/profile/mail/cancel', { body: { mail } });
    announce('Le changement d’adresse est annulé. Son lien ne sert plus.');
    await revalidate();
  });
  return (
    <Card title="Adresse e-mail" note={mail}>
      <div className={styles.form}>
        {awaited_mail === null ? null : (
          <Notice title={`${awaited_mail} reste à confirmer`}>
            Ouvrez le lien envoyé à cette adresse, dans un navigateur où votre compte est ouvert. Le lien est
            valable 24 heures. Une nouvelle demande le remplace.
            <Refused>{cancel.failure}</Refused>
            <Button
              variant="secondary"
              size="small"
              disabled={cancel.isActing}
              onClick={() => cancel.act(awaited_mail)}
            >
              Annuler ce changement
            </Button>
          </Notice>
        )}
        <Form form={form} action="Changer d’adresse">
          <EmailField label="Nouvelle adresse e-mail" {...form.text('mail')} />
          <p className={styles.effect}>
            Cette adresse est aussi votre nom d’utilisateur. L’actuelle reste valable jusqu’à la confirmation
            de la nouvelle, et reçoit un avis.
          </p>
        </Form>
      </div>
    </Card>
  );
}
