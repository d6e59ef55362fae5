import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, useId, useRef } from 'react';
import type { DataRouter } from 'react-router';
import { Button } from '../ui/Button.tsx';
import styles from './Modal.module.css';
import { clearModal } from './modal.ts';
import type { ModalProperties } from './modal-properties.ts';

type Props = { modal: ModalProperties; isOpen: boolean; router: DataRouter };

/** The five modals of spec 4. Escape answers as the button that changes nothing does. */
export function Modal({ modal, isOpen, router }: Props) {
  const { type, title, message, http_code = 0, callbackFunc } = modal;
  const textId = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const popup = useRef<HTMLDivElement>(null);
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
    <Dialog.Root open={isOpen} onOpenChange={() => close(!asks)} disablePointerDismissal={asks}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup
            className={styles.popup}
            data-type={type}
            role={type === 'error' || type === 'confirmation' ? 'alertdialog' : 'dialog'}
            ref={popup}
            initialFocus={() => focusAtOnce(text.current ?? findFirst(popup.current))}
          >
            <form className={styles.form} onSubmit={agree}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              {type === 'comp-modal' ? (
                <div className={styles.component}>{message}</div>
              ) : (
                <Dialog.Description className={styles.message} id={textId} render={<div />}>
                  {message}
                </Dialog.Description>
              )}
              {type === 'input' ? (
                <textarea ref={text} className={styles.text} rows={5} aria-labelledby={textId} />
              ) : null}
              <div className={styles.buttons}>
                {asks ? (
                  <Button variant="secondary" onClick={() => close(false)}>
                    {refusalLabel(modal)}
                  </Button>
                ) : null}
                <Button type="submit">{agreementLabel(modal)}</Button>
              </div>
            </form>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function findFirst(popup: HTMLElement | null): HTMLElement | null {
  return popup?.querySelector<HTMLElement>('a[href], button, input') ?? null;
}

/** The dialog itself waits for the next frame: a key pressed meanwhile would still reach the page behind. */
function focusAtOnce(element: HTMLElement | null): HTMLElement | null {
  element?.focus();
  return element;
}

function agreementLabel({ type, buttonLabel, buttonLabelYes, buttonLabelOk }: ModalProperties): string {
  if (type === 'confirmation') return buttonLabelYes ?? 'Oui';
  if (type === 'input') return buttonLabelOk ?? 'OK';
  return buttonLabel ?? (type === 'comp-modal' ? 'Fermer' : 'OK');
}

function refusalLabel({ type, buttonLabelNo, buttonLabelCancel }: ModalProperties): string {
  return type === 'confirmation' ? (buttonLabelNo ?? 'Non') : (buttonLabelCancel ?? 'Annuler');
}
