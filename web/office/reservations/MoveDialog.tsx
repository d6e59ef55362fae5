import { useEffect, useState } from 'react';
import { hasHour, readSlotDays, type SlotDay } from '#domain/reservations/slots.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { announce, announceFailure } from '../announce.ts';
import { Refused } from '../forms/Form.tsx';
import { useAct } from '../forms/use-act.ts';
import { formatClient, formatHandedOver, formatPickup, type Row } from './format.ts';
import { PickupPicker } from './PickupPicker.tsx';

type Props = { row: Row; onMoved: () => Promise<void>; onClose: () => void };

export function MoveDialog({ row, onMoved, onClose }: Props) {
  const now = new Date();
  const { id, updated_at, time_zone } = row;
  const agreed = Date.parse(row.pickup_at);
  const [days, setDays] = useState<readonly SlotDay[] | null>(null);
  const [isLacking, setLacking] = useState(false);
  const [chosen, setChosen] = useState(agreed);
  const reading = useAct(async () => {
    const answer = await call('GET /api/reservations/{id}/hours', { params: { id } });
    const read = readSlotDays(answer.days);
    setDays(read);
    setLacking(answer.lacks_notes);
    if (!hasHour(read, agreed)) setChosen(read[0]?.instants[0] ?? agreed);
  });
  const read = reading.act;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => read(), []);
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
  const isMovable = chosen !== agreed && days !== null && hasHour(days, chosen);
  return (
    <Dialog title={`Autre heure pour ${formatClient(row)}`} isOpen onDismiss={onClose}>
      <DialogText>
        {formatHandedOver(row)}, prévu {formatPickup(row, now)}. {formatHint(days, isLacking)}
      </DialogText>
      {days === null || days.length === 0 ? null : (
        <PickupPicker days={days} zone={time_zone} value={chosen} onChange={setChosen} />
      )}
      <Refused>{reading.failure || move.failure}</Refused>
      <DialogButtons>
        <Button variant="secondary" onClick={onClose}>
          Fermer
        </Button>
        {days === null || days.length === 0 ? null : (
          <Button
            aria-disabled={!isMovable || move.isActing}
            onClick={() => isMovable && move.act(new Date(chosen).toISOString())}
          >
            Changer l’heure
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

function formatHint(days: readonly SlotDay[] | null, isLacking: boolean): string {
  if (days?.length === 0) {
    return isLacking
      ? 'Aucun autre jour n’a assez de billets en stock jusqu’à la fin de son taux.'
      : 'Son taux n’est plus tenu assez longtemps pour une autre heure.';
  }
  const rest = isLacking ? ', sauf les jours dont le stock ne suffit pas' : '';
  return `Voici les heures d’ouverture jusqu’à la fin de son taux${rest}.`;
}
