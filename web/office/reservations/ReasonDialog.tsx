import { useState } from 'react';
import type { Reason } from '#domain/reservations/states.ts';
import { reasonWords } from '#domain/reservations/words.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { Refused } from '../forms/Form.tsx';
import { useAct } from '../forms/use-act.ts';
import styles from './ReasonDialog.module.css';

type Props = {
  title: string;
  action: string;
  children: string;
  onChosen: (reason: Reason) => Promise<void>;
  onClose: () => void;
};

export function ReasonDialog({ title, action, children, onChosen, onClose }: Props) {
  const [reason, setReason] = useState<Reason>('stock');
  const choose = useAct(async () => {
    await onChosen(reason);
    onClose();
  });
  return (
    <Dialog title={title} isOpen onDismiss={onClose} mustBeAnswered>
      <DialogText>{children}</DialogText>
      <fieldset className={styles.reasons}>
        <legend className="visually-hidden">Motif</legend>
        {Object.entries(reasonWords).map(([key, words]) => (
          <CheckField
            key={key}
            type="radio"
            name="reason"
            label={words}
            checked={reason === key}
            // the keys are the reasons
            onChange={() => setReason(key as Reason)}
          />
        ))}
      </fieldset>
      <Refused>{choose.failure}</Refused>
      <DialogButtons>
        <Button variant="secondary" onClick={onClose}>
          Revenir
        </Button>
        <Button variant="danger" aria-disabled={choose.isActing} onClick={choose.act}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
