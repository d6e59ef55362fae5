import styles from './FieldNote.module.css';

type Props = { id: string; children: string | undefined };

/** Says beforehand what a control takes; the control names it by its id. */
export function Hint({ id, children }: Props) {
  return children ? (
    <p id={id} className={styles.hint}>
      {children}
    </p>
  ) : null;
}

/** Says what is wrong with what a control holds. */
export function FieldError({ id, children }: Props) {
  return children ? (
    <p id={id} className={styles.error}>
      {children}
    </p>
  ) : null;
}
