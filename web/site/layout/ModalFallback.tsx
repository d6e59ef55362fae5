import { create } from 'zustand';
import type { ModalProperties } from '#web/shared/feedback/modal-properties.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import styles from './ModalFallback.module.css';

const useModalFallback = create<{ modal: ModalProperties | null }>(() => ({ modal: null }));

export function showModalFallback(modal: ModalProperties): void {
  useModalFallback.setState({ modal });
}

/** Message without the focus, so that the failed action can be tried again in its place. */
export function ModalFallback() {
  const { modal } = useModalFallback();
  if (!modal) return null;
  return (
    <Notice
      className={styles.place}
      tone="failure"
      role="alert"
      title={modal.title}
      action={
        <Button variant="secondary" onClick={() => useModalFallback.setState({ modal: null })}>
          {modal.buttonLabel}
        </Button>
      }
    >
      {modal.message}
    </Notice>
  );
}
