import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import styles from './Dialog.module.css';

type Props = {
  title: string;
  isOpen: boolean;
  /** by Escape or a press outside */
  onDismiss: () => void;
  /** it asks something: a press outside answers nothing */
  mustBeAnswered?: boolean;
  /** it interrupts: what it says is read out at once */
  isAlert?: boolean;
  tone?: 'neutral' | 'failure';
  size?: 'medium' | 'large';
  children: ReactNode;
};

/** Stands over the page, holds the focus, and gives it back. */
export function Dialog({
  title,
  isOpen,
  onDismiss,
  mustBeAnswered = false,
  isAlert = false,
  tone = 'neutral',
  size = 'medium',
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

/** What the dialog says, which describes it. */
export function DialogText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <Base.Description className={styles.text} {...(id ? { id } : {})} render={<div />}>
      {children}
    </Base.Description>
  );
}

/** The buttons that close the dialog; on a phone, one under the other. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

/** The dialog itself would wait for the next frame: a key pressed meanwhile would still reach the page behind. */
function focusFirst(popup: HTMLElement | null): HTMLElement | null {
  const first =
    popup?.querySelector<HTMLElement>('[data-first="true"]') ??
    popup?.querySelector<HTMLElement>('textarea, a[href], button, input, select') ??
    null;
  first?.focus();
  return first;
}
