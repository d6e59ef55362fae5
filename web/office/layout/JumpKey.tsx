import { useCallback, useEffect, useState } from 'react';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { announceFailure } from '../announce.ts';
import styles from './JumpKey.module.css';

const load = () => import('./Jump.tsx');

/** Ctrl K, or ⌘ K: to any page, currency, order or client. */
export function JumpKey() {
  const user = useClientState((state) => state.user);
  const [part, setPart] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  const open = useCallback(() => {
    load().then(setPart, () =>
      announceFailure('La recherche n’a pas pu s’ouvrir. Vérifiez votre connexion, puis recommencez.'),
    );
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      open();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [open]);
  if (!user) return null;
  return (
    <>
      <button type="button" className={styles.button} aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        <Icon name="search" /> Aller à{' '}
        <span className={styles.key} aria-hidden="true">
          Ctrl K
        </span>
      </button>
      {part ? <part.Jump user={user} onClose={() => setPart(null)} /> : null}
    </>
  );
}
