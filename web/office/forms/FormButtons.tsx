import { Button } from '#web/shared/ui/Button.tsx';
import { ActionLink } from '../ui/ActionLink.tsx';
import styles from '../ui/Form.module.css';
import { AskBeforeLeaving } from './AskBeforeLeaving.tsx';

type Props = {
  form: {
    wrong: { form?: string | undefined };
    isSaving: boolean;
    isChanged: boolean;
    isUnsaved: () => boolean;
  };
  action: string;
  backTo: string;
};

/** The end of a form: what went wrong with it as a whole, how to send it and how to leave it. */
export function FormButtons({ form: { wrong, isSaving, isChanged, isUnsaved }, action, backTo }: Props) {
  return (
    <>
      {isChanged ? <AskBeforeLeaving isUnsaved={isUnsaved} /> : null}
      <p className={styles.failure} role="alert">
        {wrong.form}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={isSaving}>
          {action}
        </Button>
        <ActionLink to={backTo} variant="secondary">
          Annuler
        </ActionLink>
      </div>
    </>
  );
}
