import styles from './Brand.module.css';

export function Brand() {
  return (
    <span className={styles.brand}>
      <svg className={styles.sign} viewBox="0 0 28 18" width="28" height="18" aria-hidden="true">
        <rect className={styles.upper} width="28" height="6.5" rx="3.25" />
        <rect className={styles.lower} y="11.5" width="22" height="6.5" rx="3.25" />
      </svg>
      Parité
    </span>
  );
}
