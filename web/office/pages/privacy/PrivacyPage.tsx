import { type FormEvent, useState } from 'react';
import { describeErased, describeRemaining, type Erasure, isErasureEmpty } from '#domain/privacy/erasure.ts';
import { call } from '#web/shared/api/client.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { saveFile } from '#web/shared/save-file.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { addresses } from '../../addresses.ts';
import { announce } from '../../announce.ts';
import { EmailField } from '../../forms/fields.tsx';
import { useAct } from '../../forms/use-act.ts';
import { page } from '../../page.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import styles from './PrivacyPage.module.css';

export const privacyPage = page({
  title: 'Données d’une personne',
  needs: ['privacy.edit.all'],
  load: () => Promise.resolve(null),
  Component: Privacy,
});

function Privacy() {
  const [email, setEmail] = useState('');
  const [erasure, setErasure] = useState<Erasure | null>(null);
  const save = useAct(async () => {
    const stored = await call('POST /api/privacy/export', { body: { email } });
    const text = JSON.stringify(stored, null, 2);
    saveFile('donnees-personnelles.json', new Blob([text], { type: 'application/json' }));
    announce('Le fichier est prêt.');
  });
  const erase = useAct(async () => setErasure(await call('POST /api/privacy/erase', { body: { email } })));

  function submit(event: FormEvent) {
    event.preventDefault();
    save.act();
  }

  function confirm() {
    showModal({
      type: 'confirmation',
      title: `Effacer ${email} ?`,
      message: 'Toutes les données de cette adresse seront effacées, définitivement.',
      buttonLabelYes: 'Effacer',
      buttonLabelNo: 'Annuler',
      callbackFunc: erase.act,
    });
  }

  return (
    <>
      <BackLink to={addresses.security} title="Sécurité" />
      <Card title="Données d’une personne">
        <form className={styles.form} onSubmit={submit} noValidate>
          <EmailField
            label="Adresse e-mail de la personne"
            hint="Vérifiez d’abord que la demande vient bien d’elle"
            required
            value={email}
            error={save.failure || erase.failure || undefined}
            onChange={({ currentTarget }) => {
              setEmail(currentTarget.value);
              setErasure(null);
            }}
          />
          <div className={styles.acts}>
            <Button type="submit" variant="secondary" aria-disabled={save.isActing}>
              Télécharger ses données
            </Button>
            <Button variant="danger" aria-disabled={erase.isActing} onClick={confirm}>
              Effacer ses données
            </Button>
          </div>
        </form>
        <div role="status" className={styles.outcome}>
          {erasure ? <Outcome erasure={erasure} /> : null}
        </div>
      </Card>
    </>
  );
}

function Outcome({ erasure }: { erasure: Erasure }) {
  const left = describeRemaining(erasure.remaining);
  return (
    <>
      {left.map((sentence) => (
        <Notice key={sentence} tone="warning">
          {sentence}
        </Notice>
      ))}
      {isErasureEmpty(erasure) ? (
        <Notice>
          {left.length === 0
            ? 'Aucune donnée n’est gardée sous cette adresse. Vérifiez-la.'
            : 'L’effacement n’a pas eu lieu.'}
        </Notice>
      ) : (
        <Notice tone="success">
          {describeErased(erasure)
            .filter(([, count]) => count > 0)
            .map(([what, count]) => `${what} : ${count}`)
            .join(' ; ')}
          . Une sauvegarde plus ancienne contient encore cette adresse. Sa restauration l’efface de nouveau.
        </Notice>
      )}
    </>
  );
}
