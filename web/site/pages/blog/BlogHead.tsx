import styles from './Blog.module.css';

export function BlogHead() {
  return (
    <header className={styles.head}>
      <h1>Le blog de Parité</h1>
      <p className={styles.lead}>
        Comprendre un taux, payer moins de frais, passer la frontière sans surprise&nbsp;: l’essentiel du
        change, calculs compris.
      </p>
    </header>
  );
}
