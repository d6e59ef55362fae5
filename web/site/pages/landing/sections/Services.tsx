import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DatedCurrency } from '#domain/currencies/currency.ts';
import { isOldMidRate } from '#domain/currencies/mid-rate.ts';
import type { BookingCounts } from '#domain/reservations/booking.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { Picture } from '#web/shared/ui/Picture.tsx';
import alertsPicture from '../../../pictures/alerts.svg';
import currenciesPicture from '../../../pictures/currencies.svg';
import deliveryPicture from '../../../pictures/delivery.svg';
import insurancePicture from '../../../pictures/insurance.svg';
import paymentPicture from '../../../pictures/payment.svg';
import ratesPicture from '../../../pictures/rates.svg';
import accountPicture from '../../../pictures/step-account.svg';
import choosePicture from '../../../pictures/step-choose.svg';
import collectPicture from '../../../pictures/step-collect.svg';
import comparePicture from '../../../pictures/step-compare.svg';
import detailsPicture from '../../../pictures/step-details.svg';
import stopwatchPicture from '../../../pictures/stopwatch.svg';
import section from './Sections.module.css';
import styles from './Services.module.css';

// currencies of every continent, large and small
const EXAMPLE_CURRENCIES = [
  'USD',
  'GBP',
  'CHF',
  'JPY',
  'MAD',
  'CAD',
  'THB',
  'BRL',
  'TRY',
  'VND',
  'ZAR',
  'AUD',
];

/** Companies that offer each service today; null: unknown or none. */
export type ServiceCounts = BookingCounts | null;

const listPickupModes = (done: ServiceCounts): Choice[] => [
  { name: 'Sur place', isToday: isOffered(done?.counter) },
  { name: 'À l’aéroport', isToday: isOffered(done?.airport) },
  { name: 'À l’hôtel', isToday: isOffered(done?.hotel) },
  { name: 'En point relais', isToday: false },
  { name: 'À domicile', isToday: false },
];
const listPayments = (done: ServiceCounts): Choice[] => [
  { name: 'Espèces', isToday: isOffered(done?.bureaux) },
  { name: 'Carte', isToday: isOffered(done?.card) },
  { name: 'Deux prestataires en ligne', isToday: false },
];
const isOffered = (bureaux = 0) => bureaux > 0;

type FeaturesProps = { currencies: readonly DatedCurrency[]; done: ServiceCounts };

export function Features({ currencies, done }: FeaturesProps) {
  const count = currencies.length - 1;
  const has = (code: string) => currencies.some((currency) => currency.code === code);
  const isOld = currencies.some(({ at }) => isOldMidRate(at, new Date()));
  const booked = (
    <>
      <Feature title="Réserver en 130 secondes" picture={stopwatchPicture}>
        <p>C’est le temps que nous visons, de la comparaison à la réservation confirmée.</p>
      </Feature>
      <Feature title="Assurance taux" picture={insurancePicture}>
        <p>
          {`Le taux se dégrade avant votre départ ? Vous ${done ? 'gardez' : 'garderez'} celui que vous avez réservé.`}
        </p>
      </Feature>
      <Feature title="Retrait ou livraison" picture={deliveryPicture}>
        <p>
          {`Vous ${done ? 'choisissez' : 'choisirez'} où recevoir vos devises, parmi ce que chaque bureau propose.`}
        </p>
        <Choices of={listPickupModes(done)} />
      </Feature>
      <Feature title="Payer à votre façon" picture={paymentPicture}>
        <p>{done ? 'Au comptoir, selon le bureau.' : 'Au comptoir ou en ligne, selon le bureau.'}</p>
        <Choices of={listPayments(done)} />
      </Feature>
    </>
  );
  const alerts = (
    <Feature title="Alertes de taux" picture={alertsPicture}>
      <p>Dites-nous le taux que vous attendez. Un seul message part, le jour où un bureau l’atteint.</p>
    </Feature>
  );
  return (
    <section className={section.section} aria-labelledby="services-titre">
      <div className={section.page}>
        <h2 id="services-titre" className={section.title}>
          Un prix visible, sans frais ajoutés par Parité
        </h2>
        <p className={section.lead}>Le bureau se rémunère dans son taux, et vous voyez de combien.</p>
        <Group id="services-disponibles" label={<Badge tone="success">Disponible</Badge>} kind="today">
          <Feature
            // more than 75 by spec 1, where there are
            title={count > 75 ? 'Plus de 75 devises' : `${count} devises`}
            picture={currenciesPicture}
          >
            <p>
              {`${count} devises${has('VND') ? ', du dollar au dong,' : ''} se comparent à l’euro, chacune avec son taux intermédiaire.`}
            </p>
            <div className={styles.flags} aria-hidden="true">
              {EXAMPLE_CURRENCIES.filter(has).map((code) => (
                <Flag key={code} code={code} size={32} lazy />
              ))}
            </div>
          </Feature>
          <Feature
            title={isOld ? 'Un taux daté, ou en temps réel' : 'Un taux du jour, ou en temps réel'}
            picture={ratesPicture}
          >
            <p>
              Le taux intermédiaire porte sa date et sa source. Chaque offre indique l’heure à laquelle le
              bureau a fixé son taux.
            </p>
          </Feature>
        </Group>
        {done ? (
          <Group id="services-reserves" label={<Badge tone="success">En réservant ici</Badge>} kind="booked">
            {booked}
          </Group>
        ) : null}
        <Group
          id="services-a-venir"
          label={<Badge tone="later">Avec la bêta</Badge>}
          kind={done ? 'next' : 'booked'}
        >
          {done ? null : booked}
          {alerts}
        </Group>
      </div>
    </section>
  );
}

type GroupProps = { id: string; label: ReactNode; kind: 'today' | 'booked' | 'next'; children: ReactNode };

// Services that begin at the same time, which is said once.
function Group({ id, label, kind, children }: GroupProps) {
  return (
    <div className={styles.group} data-kind={kind}>
      <p id={id}>{label}</p>
      <ul className={styles.features} aria-labelledby={id}>
        {children}
      </ul>
    </div>
  );
}

type FeatureProps = { title: string; picture: string; children: ReactNode };

function Feature({ title, picture, children }: FeatureProps) {
  return (
    <li className={styles.feature}>
      <Picture src={picture} width={56} height={56} />
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}

type Choice = { name: string; isToday: boolean };

// Choices of today, and in a sentence those to come. Where none is of today, the group's label says so.
function Choices({ of }: { of: readonly Choice[] }) {
  const today = of.filter(({ isToday }) => isToday);
  const later = of
    .filter((choice) => today.length > 0 && !choice.isToday)
    .map(({ name }) => lowerFirst(name));
  return (
    <>
      <ul className={styles.choices}>
        {(today.length > 0 ? today : of).map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {later.length > 0 ? <p>{`Avec la bêta, aussi ${OR.format(later)}.`}</p> : null}
    </>
  );
}

const OR = new Intl.ListFormat('fr', { type: 'disjunction' });
const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

function formatCompanyCount(count: number): string {
  return `${count}\u00a0bureau${count > 1 ? 'x' : ''}`;
}

const STEPS = [
  {
    title: 'Comparez',
    text: 'Donnez un montant et une devise. L’offre qui vous remet le plus vient en tête.',
    picture: comparePicture,
    isToday: true,
  },
  {
    title: 'Choisissez',
    text: 'Un bureau vous convient\u00a0? Parité vous conduit sur son site.',
    today: 'Un bureau vous convient\u00a0? Réservez ici, ou terminez sur son site.',
    picture: choosePicture,
    isToday: true,
  },
  {
    title: 'Créez un compte ou connectez-vous',
    text: 'Une adresse et un mot de passe, pour retrouver vos réservations.',
    today: 'Une adresse et un code à six chiffres, pour retrouver vos réservations.',
    picture: accountPicture,
    isToday: false,
  },
  {
    title: 'Complétez et choisissez le retrait',
    text: 'Vos coordonnées, puis sur place, aéroport, hôtel, point relais ou domicile.',
    today: 'Votre prénom, puis sur place, aéroport ou hôtel, à l’heure qui vous va.',
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

export function Steps({ done }: { done: ServiceCounts }) {
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
          {done
            ? `Chez ${formatCompanyCount(done.bureaux)}, vous réservez ici du début à la fin. Pour les autres, vous terminez sur leur site. `
            : 'Les deux premières sont à vous dès maintenant. La suite se passe aujourd’hui chez le bureau, et viendra ici avec la bêta.'}
          {done ? <Link to="/voyages">Mes voyages</Link> : null}
        </p>
        <ol className={styles.steps}>
          {STEPS.map(({ title, text, today = text, picture, isToday }, index) => (
            <li key={title} className={isToday || done ? styles.step : `${styles.step} ${styles.later}`}>
              <span className={styles.mark} aria-hidden="true">
                {index + 1}
              </span>
              <div className={styles.words}>
                <h3>{title}</h3>
                <p>{done ? today : text}</p>
              </div>
              <Picture src={picture} width={240} height={160} className={styles.picture} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
