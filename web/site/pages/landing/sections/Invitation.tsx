import { Picture } from '#web/shared/ui/Picture.tsx';
import { ScrollLink } from '../../../layout/ScrollLink.tsx';
import { NewsletterBox } from '../../../newsletter/NewsletterBox.tsx';
import travellersPicture from '../../../pictures/travellers.svg';
import styles from './Invitation.module.css';
import section from './Section.module.css';

/** The call to compare, and the letter for those who leave later (spec 2). */
export function Invitation() {
  return (
    <section className={styles.section} aria-labelledby="invitation-titre">
      <div className={section.page}>
        <div className={styles.panel}>
          <div className={styles.words}>
            <h2 id="invitation-titre" className={section.title}>
              Vous partez bientôt ?
            </h2>
            <p>
              Une recherche suffit pour savoir quel bureau vous remet le plus, et ce que coûte chacun des
              autres.
            </p>
            <ScrollLink section="comparateur" className={styles.start}>
              Commencer une comparaison
            </ScrollLink>
          </div>
          <Picture src={travellersPicture} width={960} height={480} className={styles.picture} />
        </div>
        <div className={styles.letter}>
          <NewsletterBox
            level={3}
            title="Vous partez plus tard ?"
            text="Recevez la lettre de Parité : ce qui change dans le change, et l’ouverture de la bêta. Peu de lettres, jamais de publicité pour un bureau."
          />
        </div>
      </div>
    </section>
  );
}
