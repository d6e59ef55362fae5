import { Picture } from '#web/shared/ui/Picture.tsx';
import accountPicture from '../../../pictures/step-account.svg';
import choosePicture from '../../../pictures/step-choose.svg';
import collectPicture from '../../../pictures/step-collect.svg';
import comparePicture from '../../../pictures/step-compare.svg';
import detailsPicture from '../../../pictures/step-details.svg';
import { Availability } from './Availability.tsx';
import section from './Section.module.css';
import styles from './Steps.module.css';

const STEPS = [
  {
    title: 'Comparez',
    text: 'Un montant, deux devises : les offres se rangent par ce que vous recevez.',
    picture: comparePicture,
    isToday: true,
  },
  {
    title: 'Choisissez',
    text: 'Un bureau vous convient : Parité vous conduit sur son site.',
    picture: choosePicture,
    isToday: true,
  },
  {
    title: 'Créez un compte ou connectez-vous',
    text: 'Une adresse et un mot de passe, pour retrouver vos réservations.',
    picture: accountPicture,
    isToday: false,
  },
  {
    title: 'Complétez et choisissez le retrait',
    text: 'Vos coordonnées, puis sur place, aéroport, hôtel, point relais ou domicile.',
    picture: detailsPicture,
    isToday: false,
  },
  {
    title: 'Récupérez vos devises',
    text: 'Au lieu et à l’heure choisis, au taux réservé.',
    picture: collectPicture,
    isToday: false,
  },
];

/** The way from a comparison to the notes in hand, in five steps (spec 2). */
export function Steps() {
  return (
    <section
      id="etapes"
      className={`${section.section} ${section.raised}`}
      tabIndex={-1}
      aria-labelledby="etapes-titre"
    >
      <div className={section.page}>
        <h2 id="etapes-titre" className={section.title}>
          De la comparaison aux billets, en cinq étapes
        </h2>
        <p className={section.lead}>
          Les deux premières sont à vous dès maintenant ; la suite se passe aujourd’hui chez le bureau, et
          viendra ici avec la bêta.
        </p>
        <ol className={styles.steps}>
          {STEPS.map(({ title, text, picture, isToday }, index) => (
            <li key={title} className={isToday ? styles.step : `${styles.step} ${styles.later}`}>
              <span className={styles.mark} aria-hidden="true">
                {index + 1}
              </span>
              <Picture src={picture} width={240} height={160} className={styles.picture} />
              <div className={styles.words}>
                <h3>{title}</h3>
                <p className={styles.text}>{text}</p>
                <Availability isToday={isToday} />
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
