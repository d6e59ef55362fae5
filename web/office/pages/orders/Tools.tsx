import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { addresses } from '../../addresses.ts';
import { turnSound, useSound } from '../../reservations/sound.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import styles from './OrdersPage.module.css';

export function Tools() {
  const isOn = useSound((state) => state.isOn);
  return (
    <div className={styles.tools}>
      <ActionLink to={addresses.preparation} variant="secondary">
        Fiches de préparation
      </ActionLink>
      <CheckField
        label="Un son à chaque demande"
        checked={isOn}
        onChange={({ currentTarget }) => turnSound(currentTarget.checked)}
      />
    </div>
  );
}
