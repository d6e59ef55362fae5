import { useState } from 'react';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { Refused } from '../forms/Form.tsx';
import { useAct } from '../forms/use-act.ts';
import styles from './ReasonDialog.module.css';

type Props<R extends string> = {
  title: string;
  action: string;
  children: string;
  words: Readonly<Record<R, string>>;
  onChosen: (reason: R) => Promise<void>;
  onClose: () => void;
};

export function ReasonDialog<R extends string>({
  title,
  action,
  children,
  words,
  onChosen,
  onClose,
}: Props<R>) {
  // the keys are the reasons
  const reasons = Object.entries(words) as [R, string][];
  const [reason, setReason] = useState<R | undefined>(reasons[0]?.[0]);
  const choose = useAct(async () => {
    if (reason) await onChosen(reason);
    onClose();
  });
  return (
    <Dialog title={title} isOpen onDismiss={onClose} mustBeAnswered>
      <DialogText>{children}</DialogText>
      <fieldset className={styles.reasons}>
        <legend className="visually-hidden">Motif</legend>
        {reasons.map(([key, label]) => (
          <CheckField
            key={key}
            type="radio"
            name="reason"
            label={label}
            checked={reason === key}
            onChange={() => setReason(key)}
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
