import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './CheckField.module.css';
import { Hint } from './Field.tsx';

type Props = ComponentProps<'input'> & {
  label: string;
  hint?: ReactNode;
  type?: 'checkbox' | 'radio';
};

export function CheckField({ label, hint, type = 'checkbox', ...props }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <input
        id={id}
        className={styles.box}
        type={type}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        {...props}
      />
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <Hint id={`${id}-hint`}>{hint}</Hint>
    </div>
  );
}
