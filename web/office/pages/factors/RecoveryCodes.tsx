import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import styles from './FactorsPage.module.css';

type Props = { codes: readonly string[]; onKept: () => void };

/** The ten codes, which nobody can be shown again. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const text = `Codes de secours de Parité\n\n${codes.join('\n')}\n\nChacun sert une fois.\n`;

  useEffect(() => list.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Codes copiés');
    } catch {
      // without permission, or on a plain connection, the browser has no clipboard to give
      setSaid('Le navigateur ne permet pas de copier : imprimez ou téléchargez les codes.');
    }
  }

  function download() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = 'codes-de-secours-parite.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return (
    <Card title="Vos codes de secours">
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
          <Button variant="secondary" onClick={() => void copy()}>
            Copier
          </Button>
          <Button variant="secondary" onClick={download}>
            Télécharger
          </Button>
          <Button variant="secondary" onClick={() => window.print()}>
            Imprimer
          </Button>
          <Button onClick={onKept}>J’ai gardé ces codes</Button>
        </div>
        <p role="status">{said}</p>
      </div>
    </Card>
  );
}
