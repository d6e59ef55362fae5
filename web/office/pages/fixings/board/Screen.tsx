import { useState } from 'react';
import { call } from '#web/shared/api/client.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { announce } from '../../../announce.ts';
import { Refused } from '../../../forms/Form.tsx';
import { useAct } from '../../../forms/use-act.ts';
import { useCopy } from '../../../use-copy.ts';
import styles from './BoardPage.module.css';

export function Screen({ madeAt: stored }: { madeAt: string | null }) {
  const [madeAt, setMadeAt] = useState(stored);
  const [address, setAddress] = useState<string | null>(null);
  const toggle = useAct(async (isOpen: boolean) => {
    const made = await call('POST /api/fixings/board/screen', { body: { is_open: isOpen } });
    setAddress(made.address);
    setMadeAt(isOpen ? new Date().toISOString() : null);
    announce(isOpen ? 'L’adresse de l’écran est créée.' : 'L’adresse de l’écran est retirée.');
  });
  const ask = (isOpen: boolean) =>
    showModal({
      type: 'confirmation',
      title: isOpen ? 'Créer une autre adresse ?' : 'Retirer l’adresse ?',
      message: 'Les écrans ouverts à l’adresse actuelle cessent aussitôt de montrer vos taux.',
      buttonLabelYes: isOpen ? 'Créer' : 'Retirer',
      buttonLabelNo: 'Annuler',
      callbackFunc: () => toggle.act(isOpen),
    });
  return (
    <Card
      title="Sur un écran au comptoir"
      note={madeAt ? `Adresse créée le ${formatMoment(new Date(madeAt))}` : null}
    >
      <div className={styles.body}>
        <p className={styles.intro}>
          Une adresse secrète, à ouvrir en plein écran sur un téléviseur ou une tablette. Les taux y changent
          dès que vous les publiez, et l’écran indique leur âge quand le réseau manque.
        </p>
        {address ? <NewAddress address={address} /> : null}
        <Refused>{toggle.failure}</Refused>
        <div className={styles.buttons}>
          {madeAt ? (
            <>
              <Button variant="secondary" aria-disabled={toggle.isActing} onClick={() => ask(true)}>
                Créer une autre adresse
              </Button>
              <Button variant="danger" aria-disabled={toggle.isActing} onClick={() => ask(false)}>
                Retirer l’adresse
              </Button>
            </>
          ) : (
            <Button aria-disabled={toggle.isActing} onClick={() => toggle.act(true)}>
              Créer l’adresse de l’écran
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

function NewAddress({ address }: { address: string }) {
  const { message, copy } = useCopy(
    'Adresse copiée',
    'Le navigateur ne permet pas de copier. Sélectionnez l’adresse.',
  );
  return (
    <Notice tone="warning" title="Cette adresse ne sera plus montrée">
      <p>Ouvrez-la sur l’écran, ou copiez-la. Ensuite, il faudra en créer une autre.</p>
      <p className={styles.address}>{address}</p>
      <div className={styles.buttons}>
        <Button variant="secondary" size="small" onClick={() => void copy(address)}>
          <Icon name="copy" /> Copier l’adresse
        </Button>
        <a href={address} target="_blank" rel="noreferrer">
          Voir l’écran (nouvel onglet)
        </a>
        <span role="status">{message}</span>
      </div>
    </Notice>
  );
}
