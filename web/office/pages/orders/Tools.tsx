import type { ReactNode } from 'react';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { addresses } from '../../addresses.ts';
import { setSound, useSound } from '../../reservations/sound.ts';
import { hasScope } from '../../sections.ts';
import { setSlashKey, useSlashKey } from '../../slash-key.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import styles from './OrdersPage.module.css';

export function Tools({ children }: { children: ReactNode }) {
  const isOn = useSound((state) => state.isOn);
  const hasSlashKey = useSlashKey((state) => state.isOn);
  const user = useClientState((state) => state.user);
  const saysTerms = user?.company_id !== null && hasScope(user, 'orders.edit.me');
  return (
    <div className={styles.tools}>
      {children}
      <ActionLink to={addresses.preparation} variant="secondary">
        Fiches de préparation
      </ActionLink>
      <ActionLink to={addresses.register} variant="secondary">
        Registre du jour
      </ActionLink>
      <ActionLink to={addresses.redemptions} variant="secondary">
        Reprises
      </ActionLink>
      {saysTerms ? (
        <>
          <ActionLink to={addresses.stocks} variant="secondary">
            Stocks
          </ActionLink>
          <ActionLink to={addresses.terms} variant="secondary">
            Conditions
          </ActionLink>
        </>
      ) : null}
      <CheckField
        label="Un son à chaque demande"
        checked={isOn}
        onChange={({ currentTarget }) => setSound(currentTarget.checked)}
      />
      <CheckField
        label="Touches / (recherche) et ? (aide)"
        checked={hasSlashKey}
        onChange={({ currentTarget }) => setSlashKey(currentTarget.checked)}
      />
    </div>
  );
}
