import { Brand } from '#web/shared/ui/Brand.tsx';
import styles from './Welcome.module.css';

/** The first page of the back-office's host. */
export function Welcome() {
  return (
    <main className={styles.page}>
      <Brand />
      <h1 className={styles.title}>Espace des bureaux</h1>
      <p className={styles.text}>
        Cet espace est réservé aux bureaux de change partenaires de Parité et à leurs agents. Pour comparer
        des offres, rendez-vous sur le site public.
      </p>
    </main>
  );
}
