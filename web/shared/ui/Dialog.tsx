import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import styles from './Dialog.module.css';

type Props = {
  title: string;
  isOpen: boolean;
  onDismiss: () => void;
  mustBeAnswered?: boolean;
  isAlert?: boolean;
  tone?: 'neutral' | 'failure';
  size?: 'medium' | 'large';
  isSheet?: boolean;
  children: ReactNode;
};

export function Dialog({
  title,
  isOpen,
  onDismiss,
  mustBeAnswered = false,
  isAlert = false,
  tone = 'neutral',
  size = 'medium',
  isSheet = false,
  children,
}: Props) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={onDismiss} disablePointerDismissal={mustBeAnswered}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={popup}
            className={styles.dialog}
            data-size={size}
            data-sheet={isSheet}
            data-tone={tone}
            role={isAlert ? 'alertdialog' : 'dialog'}
            initialFocus={() => focusFirst(popup.current)}
          >
            <Base.Title className={styles.title}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export function DialogText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <Base.Description className={styles.text} {...(id ? { id } : {})} render={<div />}>
      {children}
    </Base.Description>
  );
}

export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

/**
 * Focus at once. The dialog itself would wait for the next frame, and a key pressed meanwhile would reach
 * the page behind.
 */
function focusFirst(popup: HTMLElement | null): HTMLElement | null {
  const first =
    popup?.querySelector<HTMLElement>('[data-first="true"]') ??
    popup?.querySelector<HTMLElement>('textarea, a[href], button, input, select') ??
    null;
  first?.focus();
  return first;
}
