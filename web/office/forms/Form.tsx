import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useBeforeUnload, useBlocker, useNavigate } from 'react-router';
import { showModal } from '#web/shared/feedback/modal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { ActionLink } from '../ui/ActionLink.tsx';
import styles from './Form.module.css';

type Props = {
  form: {
    failure: string | undefined;
    isSaving: boolean;
    isChanged: boolean;
    isUnsaved: () => boolean;
    submit: (event: { preventDefault: () => void }) => void;
  };
  action: string;
  backTo?: string;
  isLocked?: boolean;
  children: ReactNode;
};

export function Form({ form, action, backTo, isLocked = false, children }: Props) {
  const navigate = useNavigate();
  function leave(event: KeyboardEvent) {
    if (backTo === undefined || event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    void navigate(backTo);
  }
  return (
    <form
      className={backTo === undefined ? styles.form : styles.ofPage}
      noValidate
      onSubmit={form.submit}
      onKeyDown={leave}
    >
      {backTo !== undefined && form.isChanged ? <AskBeforeLeaving isUnsaved={form.isUnsaved} /> : null}
      {children}
      <Refused>{form.failure}</Refused>
      {isLocked ? null : (
        <div className={styles.buttons}>
          <Button type="submit" aria-disabled={form.isSaving}>
            {action}
          </Button>
          {backTo === undefined ? null : (
            <ActionLink to={backTo} variant="secondary">
              Annuler
            </ActionLink>
          )}
        </div>
      )}
    </form>
  );
}

export function Refused({ children }: { children: string | undefined }) {
  return (
    <p className={styles.refused} role="alert">
      {children}
    </p>
  );
}

/**
 * Asks before leaving by a link, the back button or the tab. `isUnsaved` is called on leaving, which may
 * precede the next render.
 */
export function AskBeforeLeaving({
  isUnsaved,
  isOfSearch = false,
  title = 'Quitter sans enregistrer ?',
  message = 'Votre saisie sur cette page sera perdue.',
}: {
  isUnsaved: () => boolean;
  // True where the search of the address says what is edited.
  isOfSearch?: boolean;
  title?: string;
  message?: string;
}) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || (isOfSearch && from.search !== to.search)) && isUnsaved(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    showModal({
      type: 'confirmation',
      title,
      message,
      buttonLabelYes: 'Quitter',
      buttonLabelNo: 'Rester',
      callbackFunc: () => blocker.proceed(),
    });
  }, [blocker, title, message]);
  useBeforeUnload((event) => {
    if (isUnsaved()) event.preventDefault();
  });
  return null;
}
