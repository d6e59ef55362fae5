import { useId, useState } from 'react';
import { type Client, type ClientReservation, noteDraft } from '#domain/clients/client.ts';
import { maxLengthOf, validateDraft } from '#domain/validation/draft.ts';
import { call } from '#web/shared/api/client.ts';
import { formatDay } from '#web/shared/dates.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { Field } from '#web/shared/ui/Field.tsx';
import { TextArea } from '#web/shared/ui/TextInput.tsx';
import { announce } from '../../announce.ts';
import { Refused } from '../../forms/Form.tsx';
import { useAct } from '../../forms/use-act.ts';
import { formatBrought, formatHandedOver, formatState } from '../../reservations/format.ts';
import styles from './ClientsPage.module.css';
import { formatTotal } from './format-total.ts';

const UNSAVED = 'Votre note n’est pas enregistrée.';

type Props = { client: Client; isEditor: boolean; onSaved: () => Promise<void>; onClose: () => void };

export function ClientDialog({ client, isEditor, onSaved, onClose }: Props) {
  const { id, company, first_name, email, totals, history } = client;
  const [note, setNote] = useState(client.note);
  const listId = useId();
  const [isWarned, setWarned] = useState(false);
  const isUnsaved = note !== client.note;
  const validationError = validateDraft(noteDraft, { note }).note;
  const save = useAct(async () => {
    if (validationError) return;
    await call('POST /api/clients/note', { body: { company_id: company.id, id, note } });
    announce('La note est enregistrée.');
    await onSaved();
    onClose();
  });
  return (
    <Dialog
      title={first_name || email}
      isOpen
      // Escape is easily pressed: unsaved text is left by its own button alone
      onDismiss={() => (isUnsaved ? setWarned(true) : onClose())}
      mustBeAnswered={isUnsaved}
      size="large"
    >
      <DialogText>
        {totals.length > 0
          ? `Échangé en tout : ${totals.map(formatTotal).join(', ')}.`
          : 'La première remise à ce client est à venir.'}
      </DialogText>
      <h3 id={listId} className={styles.subtitle}>
        Historique
      </h3>
      <ul className={styles.history} aria-labelledby={listId}>
        {history.map((reservation) => (
          <PastReservation key={reservation.number} reservation={reservation} />
        ))}
      </ul>
      {isEditor ? (
        <Field
          label="Note"
          hint="Une habitude, une préférence. Jamais de numéro de pièce d’identité."
          error={validationError?.message}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={maxLengthOf(noteDraft.schema, 'note')}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          )}
        </Field>
      ) : null}
      <Refused>{save.failure || (isWarned && isUnsaved ? UNSAVED : undefined)}</Refused>
      <DialogButtons>
        <Button variant="secondary" onClick={onClose}>
          {isUnsaved ? 'Fermer sans enregistrer' : 'Fermer'}
        </Button>
        {isEditor ? (
          <Button aria-disabled={save.isActing || !isUnsaved} onClick={save.act}>
            Enregistrer la note
          </Button>
        ) : null}
      </DialogButtons>
    </Dialog>
  );
}

function PastReservation({ reservation }: { reservation: ClientReservation }) {
  return (
    <li className={styles.past}>
      <span className={styles.day}>{formatDay(new Date(reservation.requested_at))}</span>
      <span>
        {formatHandedOver(reservation)} contre {formatBrought(reservation)}
      </span>
      <span className={styles.soft}>
        n°&nbsp;{reservation.number}, {formatState(reservation.state).toLowerCase()}
        {reservation.slip === null ? '' : `, bordereau n°\u00a0${reservation.slip}`}
      </span>
    </li>
  );
}
