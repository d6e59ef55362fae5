import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';

type Props = ComponentProps<'select'> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
};

/** One of a list, by the system's own picker: it is known by heart and works by keyboard. */
export function SelectField({ label, hint, error, ...props }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <select {...control} {...props} />}
    </Field>
  );
}
