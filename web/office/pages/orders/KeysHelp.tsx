import { type RefObject, useEffect, useState } from 'react';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { useSlashKey } from '../../slash-key.ts';
import styles from './OrdersPage.module.css';

const KEYS = [
  ['/', 'Chercher une commande'],
  ['Une douchette', 'Lire un code, où que soit le curseur'],
  ['Entrée', 'Vérifier le code, puis remettre. Sans code, aller à la première demande'],
  ['Une lettre ou un chiffre', 'Commencer le code suivant, devant une commande'],
  ['Échap', 'Fermer une question'],
  ['?', 'Afficher cette liste'],
] as const;

export function KeysHelp({ codeField }: { codeField: RefObject<HTMLInputElement | null> }) {
  const [isOpen, setOpen] = useState(false);
  const isOn = useSlashKey((state) => state.isOn);
  useEffect(() => {
    if (!isOn) return;
    function read(event: KeyboardEvent) {
      const { key, target } = event;
      const isText = target instanceof HTMLInputElement && target.type !== 'checkbox';
      if (key !== '?' || (isText && target !== codeField.current)) return;
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
      // no code has this sign
      event.preventDefault();
      setOpen(true);
    }
    addEventListener('keydown', read);
    return () => removeEventListener('keydown', read);
  }, [isOn, codeField]);
  return (
    <Dialog title="Touches" isOpen={isOpen} onDismiss={() => setOpen(false)}>
      <dl className={styles.keys}>
        {KEYS.map(([key, act]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
