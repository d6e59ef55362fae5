import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './Field.module.css';
import { Select, TextInput } from './TextInput.tsx';

type Labels = { label: string; hint?: string | undefined; error?: string | undefined };

type Control = { id: string; 'aria-invalid': boolean; 'aria-describedby'?: string };

export function Field({
  label,
  hint,
  error,
  children,
}: Labels & { children: (control: Control) => ReactNode }) {
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <Hint id={`${id}-hint`}>{hint}</Hint>
      {children({
        id,
        'aria-invalid': error !== undefined,
        ...(notes ? { 'aria-describedby': notes } : {}),
      })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

export function TextField({ label, hint, error, ...props }: Labels & ComponentProps<typeof TextInput>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <TextInput {...control} {...props} />}
    </Field>
  );
}

export function SelectField({ label, hint, error, ...props }: Labels & ComponentProps<typeof Select>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Select {...control} {...props} />}
    </Field>
  );
}

type Note = { id: string; children: ReactNode };

export function Hint({ id, children }: Note) {
  return children ? (
    <p id={id} className={styles.hint}>
      {children}
    </p>
  ) : null;
}

export function FieldError({ id, children }: Note) {
  return children ? (
    <p id={id} className={styles.error}>
      {children}
    </p>
  ) : null;
}
