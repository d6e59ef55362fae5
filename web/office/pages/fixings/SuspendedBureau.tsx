import styles from './SuspendedBureau.module.css';

/** Tells the agent of a suspended bureau, over its rates, why no traveller sees them. */
export function SuspendedBureau() {
  return (
    <section className={styles.notice} aria-labelledby="suspended">
      <h2 id="suspended" className={styles.title}>
        Votre bureau est suspendu
      </h2>
      <p>
        Ses offres n’apparaissent pas dans les comparaisons. Les taux que vous fixez restent enregistrés et y
        reparaîtront quand la suspension sera levée : adressez-vous à votre administrateur.
      </p>
    </section>
  );
}
