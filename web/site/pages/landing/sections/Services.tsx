import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { DatedCurrency } from '#domain/currencies/currency.ts';
import { isOldMidRate } from '#domain/currencies/mid-rate.ts';
import type { BookingCounts } from '#domain/reservations/booking.ts';
import { call } from '#web/shared/api/client.ts';
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

export function useServiceCounts(): ServiceCounts {
  const [counts, setCounts] = useState<ServiceCounts>(null);
  useEffect(() => {
    const giveUp = new AbortController();
    call('GET /api/public/bookings/bureaux', { signal: giveUp.signal }).then(
      (found) => setCounts(found.bureaux > 0 ? found : null),
      () => undefined,
    );
    return () => giveUp.abort();
  }, []);
  return counts;
}

const listPickupModes = (done: ServiceCounts): Choice[] => [
  { name: 'Sur place', bureaux: done?.counter },
  { name: 'À l’aéroport', bureaux: done?.airport },
  { name: 'À l’hôtel', bureaux: done?.hotel },
  { name: 'En point relais' },
  { name: 'À domicile' },
];
const listPayments = (done: ServiceCounts): Choice[] => [
  { name: 'Espèces', bureaux: done?.bureaux },
  { name: 'Carte', bureaux: done?.card },
  { name: 'Deux prestataires en ligne' },
];

type FeaturesProps = { currencies: readonly DatedCurrency[]; done: ServiceCounts };

export function Features({ currencies, done }: FeaturesProps) {
  const count = currencies.length - 1;
  const has = (code: string) => currencies.some((currency) => currency.code === code);
  const isOld = currencies.some(({ at }) => isOldMidRate(at, new Date()));
  return (
    <section className={section.section} aria-labelledby="services-titre">
      <div className={section.page}>
        <h2 id="services-titre" className={section.title}>
          Ce qui marche aujourd’hui, ce que la bêta apporte
        </h2>
        <p className={section.lead}>
          Sans frais ajoutés par Parité. Le bureau se rémunère dans son taux, et vous voyez de combien.
        </p>
        <ul className={styles.grid}>
          <Feature
            // more than 75 by spec 1, where there are
            title={count > 75 ? 'Plus de 75 devises' : `${count} devises`}
            picture={currenciesPicture}
            isToday
            className={styles.wide}
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
            isToday
          >
            <p>
              Le taux intermédiaire porte sa date et sa source. Chaque offre indique l’heure à laquelle le
              bureau a fixé son taux.
            </p>
          </Feature>
          <Feature title="Alertes de taux" picture={alertsPicture}>
            <p>Dites-nous le taux que vous attendez : un seul message, le jour où un bureau l’atteint.</p>
          </Feature>
          <Feature title="Assurance taux" picture={insurancePicture} bureaux={done?.bureaux}>
            <p>
              {`Le taux se dégrade avant votre départ ? Vous ${done ? 'gardez' : 'garderez'} celui que vous avez réservé.`}
            </p>
          </Feature>
          <Feature
            title="Réserver en 130 secondes"
            picture={stopwatchPicture}
            bureaux={done?.bureaux}
            className={styles.dark}
          >
            <p>C’est le temps que nous visons, de la comparaison à la réservation confirmée.</p>
          </Feature>
          <Feature
            title="Retrait ou livraison"
            picture={deliveryPicture}
            bureaux={done?.bureaux}
            className={styles.wide}
          >
            <p>
              {`Vous ${done ? 'choisissez' : 'choisirez'} où recevoir vos devises, parmi ce que chaque bureau propose.`}
            </p>
            <Choices of={listPickupModes(done)} isSome={done !== null} />
          </Feature>
          <Feature title="Payer à votre façon" picture={paymentPicture} bureaux={done?.bureaux}>
            <p>
              {done
                ? 'Au comptoir, selon le bureau\u00a0; en ligne plus tard.'
                : 'Au comptoir ou en ligne, selon le bureau.'}
            </p>
            <Choices of={listPayments(done)} isSome={done !== null} />
          </Feature>
        </ul>
      </div>
    </section>
  );
}

type FeatureProps = {
  title: string;
  picture: string;
  isToday?: boolean;
  bureaux?: number | undefined;
  className?: string | undefined;
  children: ReactNode;
};

function Feature({ title, picture, isToday = false, bureaux, className, children }: FeatureProps) {
  return (
    <li className={[styles.feature, className].filter(Boolean).join(' ')}>
      <div className={styles.top}>
        <Picture src={picture} width={72} height={72} />
        <Availability isToday={isToday} bureaux={bureaux} />
      </div>
      <h3>{title}</h3>
      {children}
    </li>
  );
}

/** `bureaux`: count of companies today; 0 or absent: still to come. */
type Choice = { name: string; bureaux?: number | undefined };

function Choices({ of, isSome }: { of: readonly Choice[]; isSome: boolean }) {
  return (
    <ul className={styles.choices}>
      {of.map(({ name, bureaux }) => (
        <li key={name}>
          <span>{name}</span>
          {isSome ? <small>{` · ${bureaux ? formatCompanyCount(bureaux) : 'avec la bêta'}`}</small> : null}
        </li>
      ))}
    </ul>
  );
}

function formatCompanyCount(count: number): string {
  return `${count}\u00a0bureau${count > 1 ? 'x' : ''}`;
}

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
          <span>
            {done
              ? `${formatCompanyCount(done.bureaux)} ${done.bureaux > 1 ? 'se réservent' : 'se réserve'} ici, du début à la fin. Pour les autres, vous terminez sur leur site. `
              : 'Les deux premières sont à vous dès maintenant ; la suite se passe aujourd’hui chez le bureau, et viendra ici avec la bêta.'}
          </span>
          {done ? <Link to="/voyages">Mes voyages</Link> : null}
        </p>
        <ol className={styles.steps}>
          {STEPS.map(({ title, text, today = text, picture, isToday }, index) => (
            <li key={title} className={isToday || done ? styles.step : `${styles.step} ${styles.later}`}>
              <span className={styles.mark} aria-hidden="true">
                {index + 1}
              </span>
              <Picture src={picture} width={240} height={160} className={styles.picture} />
              <div className={styles.words}>
                <h3>{title}</h3>
                <p className={styles.text}>{done ? today : text}</p>
                <Availability isToday={isToday} bureaux={isToday ? undefined : done?.bureaux} />
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Availability({ isToday, bureaux }: { isToday: boolean; bureaux: number | undefined }) {
  if (!isToday && !bureaux) {
    return (
      <p>
        <Badge tone="later">Avec la bêta</Badge>
      </p>
    );
  }
  return (
    <p>
      <Badge tone="success">Disponible</Badge>
      {bureaux ? <small className={styles.bureaux}>{` chez ${formatCompanyCount(bureaux)}`}</small> : null}
    </p>
  );
}
