import { useState } from 'react';
import { undoWords } from '#domain/reservations/words.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { announce } from '../../announce.ts';
import { formatClient, formatHandedOver, type Row } from '../../reservations/format.ts';
import { ReasonDialog } from '../../reservations/ReasonDialog.tsx';

export function UndoHandOver({ row, onDone }: { row: Row; onDone: () => void }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={`Annuler la remise : ${formatClient(row)}, ${formatHandedOver(row)}`}
        onClick={() => setAsked(true)}
      >
        Annuler la remise…
      </Button>
      {isAsked ? (
        <ReasonDialog
          title="Annuler cette remise ?"
          action="Annuler la remise"
          words={undoWords}
          onChosen={async (reason) => {
            await call('POST /api/reservations/undo', { body: { id: row.id, reason } });
            announce('La remise est annulée. La commande est de nouveau prête.');
            onDone();
          }}
          onClose={() => setAsked(false)}
        >
          {`Le bordereau n°\u00a0${row.slip?.number ?? ''} est annulé et garde son numéro. Un e-mail en avertira ${formatClient(row)}.`}
        </ReasonDialog>
      ) : null}
    </>
  );
}
