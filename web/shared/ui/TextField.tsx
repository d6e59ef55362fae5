import type { ComponentProps, ReactNode } from 'react';
import { Field } from './Field.tsx';

type Props = ComponentProps<'input'> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** stands at the end of the field's line */
  after?: ReactNode;
};

/** A field of text. */
export function TextField({ label, hint, error, after, ...props }: Props) {
  return (
    <Field label={label} hint={hint} error={error} after={after}>
      {(control) => <input {...control} {...props} />}
    </Field>
  );
}
