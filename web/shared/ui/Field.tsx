import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';
import { FieldError, Hint } from './FieldNote.tsx';

type Props = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** stands at the end of the field's line */
  after?: ReactNode;
  children: (control: Control) => ReactNode;
};

/** What ties a control to its label, its hint and what is wrong with it. */
type Control = {
  id: string;
  className: string | undefined;
  'aria-invalid': boolean;
  'aria-describedby'?: string;
};

/** A labelled control, with what is wrong with it under it. */
export function Field({ label, hint, error, after, children }: Props) {
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <Hint id={`${id}-hint`}>{hint}</Hint>
      <div className={styles.line} data-wrong={error !== undefined}>
        {children({
          id,
          className: styles.input,
          'aria-invalid': error !== undefined,
          ...(notes ? { 'aria-describedby': notes } : {}),
        })}
        {after}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
