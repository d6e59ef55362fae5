import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { announce } from '../../announce.ts';
import { Refused } from '../../forms/Form.tsx';
import { useAct } from '../../forms/use-act.ts';
import { type Row, sayClient, sayHandedOver, sayPickup } from '../../reservations/say.ts';
import styles from './ReservationsPage.module.css';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** From the hour that was agreed; what it comes to is rounded to the quarter. */
const STEPS = [-2 * HOUR, -HOUR, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 24 * HOUR, 25 * HOUR];
const QUARTER = 15 * MINUTE;

/** Another hour in one press: what its rate still holds for, from now on. The server says which ones the counter is closed at. */
function hoursFor({ pickup_at, held_until }: Row, now: number): string[] {
  const agreed = Date.parse(pickup_at);
  return STEPS.map((step) => Math.round((agreed + step) / QUARTER) * QUARTER)
    .filter((at) => at > now && at <= Date.parse(held_until))
    .map((at) => new Date(at).toISOString());
}

type Props = { row: Row; onMoved: () => Promise<void>; onClose: () => void };

export function MoveDialog({ row, onMoved, onClose }: Props) {
  const now = new Date();
  const { id, updated_at, time_zone } = row;
  const hours = hoursFor(row, now.getTime());
  const move = useAct(async (pickup_at: string) => {
    await call('POST /api/reservations/move', { body: { id, pickup_at, updated_at } });
    announce(
      `${sayClient(row)} est attendu ${sayPickup({ pickup_at, time_zone }, now)}, et le sait par e-mail.`,
    );
    onClose();
    await onMoved();
  });
  return (
    <Dialog title={`Autre heure pour ${sayClient(row)}`} isOpen onDismiss={onClose}>
      <DialogText>
        {sayHandedOver(row)}, prévu {sayPickup(row, now)}.{' '}
        {hours.length > 0
          ? 'Le taux est tenu jusqu’à ces heures-là.'
          : 'Son taux n’est plus tenu assez longtemps pour une autre heure.'}
      </DialogText>
      <div className={styles.hours}>
        {hours.map((at) => (
          <Button key={at} variant="secondary" aria-disabled={move.isActing} onClick={() => move.act(at)}>
            {sayPickup({ pickup_at: at, time_zone }, now)}
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
