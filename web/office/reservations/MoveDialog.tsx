import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { announce, announceFailure } from '../announce.ts';
import { Refused } from '../forms/Form.tsx';
import { useAct } from '../forms/use-act.ts';
import { formatClient, formatHandedOver, formatPickup, type Row } from './format.ts';
import { hoursFor } from './hours.ts';
import styles from './MoveDialog.module.css';

/** `delayMinutes`: minutes to provide the notes; null: unknown. */
type Props = { row: Row; delayMinutes: number | null; onMoved: () => Promise<void>; onClose: () => void };

export function MoveDialog({ row, delayMinutes, onMoved, onClose }: Props) {
  const now = new Date();
  const { id, updated_at, time_zone } = row;
  const hours = hoursFor(row, now.getTime(), delayMinutes);
  const move = useAct(async (pickup_at: string) => {
    try {
      await call('POST /api/reservations/move', { body: { id, pickup_at, updated_at } });
      const hour = formatPickup({ pickup_at, time_zone }, now);
      announce(`Nouvelle heure pour ${formatClient(row)}, ${hour} : un e-mail le lui dit.`);
    } catch (error) {
      // a changed reservation cannot be moved from here: the list shows its new state
      if (!(error instanceof ApiFailure) || error.code !== 'reservation_changed') throw error;
      announceFailure(error.message);
    }
    onClose();
    await onMoved();
  });
  return (
    <Dialog title={`Autre heure pour ${formatClient(row)}`} isOpen onDismiss={onClose}>
      <DialogText>
        {formatHandedOver(row)}, prévu {formatPickup(row, now)}.{' '}
        {hours.length > 0
          ? 'Le taux est tenu jusqu’à ces heures-là.'
          : 'Son taux n’est plus tenu assez longtemps pour une autre heure.'}
      </DialogText>
      <div className={styles.hours}>
        {hours.map((at) => (
          <Button key={at} variant="secondary" aria-disabled={move.isActing} onClick={() => move.act(at)}>
            {formatPickup({ pickup_at: at, time_zone }, now)}
          </Button>
        ))}
      </div>
      <Refused>{move.failure}</Refused>
      <DialogButtons>
        <Button variant="secondary" onClick={onClose}>
          Fermer
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
