import { useEffect, useState } from 'react';
import type { PickupMode } from '#domain/reservations/terms.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { announce } from '../../announce.ts';
import { Refused } from '../../forms/Form.tsx';
import { useAct } from '../../forms/use-act.ts';
import { type Row, sayClient, sayHandedOver, sayPickup } from '../../reservations/say.ts';
import { hoursFor } from './hours.ts';
import styles from './ReservationsPage.module.css';

type Props = { row: Row; onMoved: () => Promise<void>; onClose: () => void };

export function MoveDialog({ row, onMoved, onClose }: Props) {
  const now = new Date();
  const { id, updated_at, time_zone } = row;
  const delay = useDelay(row);
  const hours = hoursFor(row, now.getTime(), delay);
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

/** In how many minutes the own bureau has the notes there; null: not known, or somebody's who works for none. */
function useDelay({ mode }: Row): number | null {
  const isOwn = useClientState(({ user }) => (user?.company_id ?? null) !== null);
  const [delay, setDelay] = useState<number | null>(null);
  useEffect(() => {
    if (!isOwn) return;
    const controller = new AbortController();
    call('GET /api/reservations/terms', { signal: controller.signal }).then(
      ({ terms }) => setDelay(terms.modes[mode as PickupMode].delay_minutes),
      // only later hours are offered
      () => undefined,
    );
    return () => controller.abort();
  }, [isOwn, mode]);
  return delay;
}
