import { type FormEvent, useId, useRef, useState } from 'react';
import type { DataRouter } from 'react-router';
// fetched with the modals, before a network is lost
import '../api/write.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons, DialogText } from '../ui/Dialog.tsx';
import { TextArea } from '../ui/TextInput.tsx';
import { useClientState } from './client-state.ts';
import styles from './ModalHost.module.css';
import { clearModal } from './modal.ts';
import type { ModalProperties } from './modal-properties.ts';

export function ModalHost({ router }: { router: DataRouter }) {
  const modal = useClientState(({ modals }) => modals[0]);
  // last modal, which stays while it fades
  const [last, setLast] = useState(modal);
  if (modal && modal !== last) setLast(modal);
  const shown = modal ?? last;
  return shown ? <Modal key={shown.id} modal={shown} isOpen={modal !== undefined} router={router} /> : null;
}

type Props = { modal: ModalProperties; isOpen: boolean; router: DataRouter };

/** Five modals of spec 4. Escape answers as the button that changes nothing does. */
function Modal({ modal, isOpen, router }: Props) {
  const { type, title, message, mainButton = 'yes', http_code = 0, callbackFunc } = modal;
  const textId = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const asks = type === 'confirmation' || type === 'input';

  function close(isAgreed: boolean) {
    const typed = text.current?.value;
    clearModal();
    if (!isAgreed) return;
    if (type === 'input') callbackFunc?.(http_code, router, typed ?? '');
    else callbackFunc?.(http_code, router);
  }

  function agree(event: FormEvent) {
    event.preventDefault();
    close(true);
  }

  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onDismiss={() => close(!asks)}
      mustBeAnswered={asks}
      isAlert={type === 'error' || type === 'confirmation'}
      tone={type === 'error' ? 'failure' : 'neutral'}
      size={type === 'comp-modal' ? 'large' : 'medium'}
    >
      <form className={styles.form} onSubmit={agree}>
        {type === 'comp-modal' ? message : <DialogText id={textId}>{message}</DialogText>}
        {type === 'input' ? <TextArea ref={text} rows={5} aria-labelledby={textId} /> : null}
        <DialogButtons>
          {asks ? (
            <Button variant={mainButton === 'no' ? 'primary' : 'secondary'} onClick={() => close(false)}>
              {refusalLabel(modal)}
            </Button>
          ) : null}
          <Button type="submit" variant={mainButton === 'yes' ? 'primary' : 'secondary'}>
            {agreementLabel(modal)}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function agreementLabel({ type, buttonLabel, buttonLabelYes, buttonLabelOk }: ModalProperties): string {
  if (type === 'confirmation') return buttonLabelYes ?? 'Oui';
  if (type === 'input') return buttonLabelOk ?? 'OK';
  return buttonLabel ?? (type === 'comp-modal' ? 'Fermer' : 'OK');
}

function refusalLabel({ type, buttonLabelNo, buttonLabelCancel }: ModalProperties): string {
  return type === 'confirmation' ? (buttonLabelNo ?? 'Non') : (buttonLabelCancel ?? 'Annuler');
}
