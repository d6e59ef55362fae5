import { useEffect, useRef } from 'react';
import { saveFile } from '#web/shared/save-file.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { AskBeforeLeaving } from '../../forms/Form.tsx';
import { useCopy } from '../../use-copy.ts';
import styles from './FactorsPage.module.css';

type Props = { codes: readonly string[]; onSaved: () => void };

export function RecoveryCodes({ codes, onSaved }: Props) {
  const { message, copy } = useCopy(
    'Codes copiés',
    'Le navigateur ne permet pas de copier. Imprimez ou téléchargez les codes.',
  );
  const list = useRef<HTMLOListElement>(null);
  const text = `Codes de secours de Parité\n\n${codes.join('\n')}\n\nChacun sert une fois.\n`;

  useEffect(() => list.current?.focus(), []);

  const download = () => saveFile('codes-de-secours-parite.txt', new Blob([text], { type: 'text/plain' }));

  return (
    <Card title="Vos codes de secours">
      <AskBeforeLeaving
        isUnsaved={() => true}
        title="Quitter sans garder ces codes ?"
        message="Ces codes ne seront plus montrés. Sans téléphone et sans clé, eux seuls ouvrent votre compte."
      />
      <div className={styles.body}>
        <Notice tone="warning" title="Gardez-les maintenant : ils ne seront plus montrés">
          Sans téléphone ni clé, chacun de ces dix codes ouvre votre compte une fois, après votre mot de
          passe. Rangez-les ailleurs que sur cet appareil.
        </Notice>
        <ol ref={list} className={styles.codes} tabIndex={-1} aria-label="Codes de secours">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={() => void copy(text)}>
            Copier
          </Button>
          <Button variant="secondary" onClick={download}>
            Télécharger
          </Button>
          <Button variant="secondary" onClick={() => window.print()}>
            Imprimer
          </Button>
          <Button onClick={onSaved}>J’ai gardé ces codes</Button>
        </div>
        <p role="status">{message}</p>
      </div>
    </Card>
  );
}
