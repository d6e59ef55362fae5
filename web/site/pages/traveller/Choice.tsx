import { type ReactNode, useId } from 'react';
import styles from './Choice.module.css';

type Props = {
  name: string;
  label: ReactNode;
  children?: ReactNode;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose?: () => void;
};

// Card that is a radio button. Its name is the label, its description what stands below.
export function Choice({ name, label, children, isChosen, isDisabled = false, onChoose }: Props) {
  const id = useId();
  return (
    <div className={styles.card}>
      <input
        id={id}
        type="radio"
        name={name}
        className={styles.input}
        aria-describedby={`${id}-more`}
        disabled={isDisabled}
        checked={isChosen}
        onChange={() => onChoose?.()}
      />
      <div className={styles.body}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <div id={`${id}-more`} className={styles.more}>
          {children}
        </div>
      </div>
    </div>
  );
}
