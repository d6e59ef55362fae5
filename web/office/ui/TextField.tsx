import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './TextField.module.css';

type Props = ComponentProps<'input'> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** stands at the end of the field's line */
  after?: ReactNode;
};

/** A labelled field, with what is wrong with it under it. */
export function TextField({ label, hint, error, after, ...props }: Props) {
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      <div className={styles.line} data-wrong={error !== undefined}>
        <input
          id={id}
          className={styles.input}
          aria-invalid={error !== undefined}
          {...(notes ? { 'aria-describedby': notes } : {})}
          {...props}
        />
        {after}
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
