import type { ReactNode } from 'react';
import styles from './Hero.module.css';

/** The first screen: what Parité is, beside the comparator itself. */
export function Hero({ currencies, children }: { currencies: number | null; children: ReactNode }) {
  return (
    <section className={styles.ground}>
      <div className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.title}>
            Le juste taux, <br />
            avant de partir.
          </h1>
          <p className={styles.lead}>
            Comparez en une recherche ce que chaque bureau de change vous remet vraiment, marge comprise, puis
            allez droit au meilleur.
          </p>
          <dl className={styles.facts}>
            <div>
              <dt>{currencies ?? ' '} devises</dt>
              <dd>au taux intermédiaire</dd>
            </div>
            <div>
              <dt>€ 0</dt>
              <dd>ajouté par Parité</dd>
            </div>
            <div>
              <dt>0 rang payé</dt>
              <dd>le montant reçu décide</dd>
            </div>
          </dl>
        </div>
        {children}
      </div>
    </section>
  );
}
