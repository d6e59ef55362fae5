import { useRef } from 'react';
import type { Currency } from '#domain/currencies/currency.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import type { Offer } from '#domain/offers/offer.ts';
import { sayDay, sayWhen } from '#web/shared/dates.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Logo } from '#web/shared/ui/Logo.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { chooseOffer } from '../choose-offer.ts';
import type { Outcome } from '../use-comparison.ts';
import styles from './Partners.module.css';
import section from './Section.module.css';
import { type Compared, useCompared } from './use-compared.ts';
import { useInView } from './use-in-view.ts';

type Props = { currencies: readonly Currency[]; outcome: Outcome };

/** The offers of the partner bureaus, each with the rank that it has among all. */
export function Partners({ currencies, outcome }: Props) {
  const element = useRef<HTMLElement>(null);
  const isInView = useInView(element, '200px');
  const { compared, retry } = useCompared(outcome, currencies, isInView);
  return (
    <section
      ref={element}
      className={`${section.section} ${section.raised}`}
      aria-labelledby="partenaires-titre"
    >
      <div className={`${section.page} ${styles.columns}`}>
        <div className={styles.words}>
          <h2 id="partenaires-titre" className={section.title}>
            Les bureaux partenaires
          </h2>
          <p className={section.lead}>
            Un partenaire porte le badge <Badge tone="partner">Partenaire</Badge> : il prépare avec Parité la
            réservation en ligne, qui viendra avec la bêta.
          </p>
          <p className={styles.rule}>
            Le badge ne déplace aucune offre. Chacune garde ici le rang que lui donne le montant reçu, parmi
            tous les bureaux comparés.
          </p>
        </div>
        <div className={styles.offers}>
          {compared === 'failed' ? (
            <div className={styles.failed}>
              <p>Les offres des partenaires n’ont pas pu être chargées.</p>
              <Button variant="secondary" onClick={retry}>
                Réessayer
              </Button>
            </div>
          ) : null}
          {compared === null ? <Skeleton lines={5} variant="list" /> : null}
          {compared !== null && compared !== 'failed' ? <PartnerOffers {...compared} /> : null}
        </div>
      </div>
    </section>
  );
}

function PartnerOffers({ offer, wish, answer, at, isExample }: Compared) {
  const given = `${formatShortAmount(offer.currency, offer.cents)} en ${wish.currency}, ${wish.label}`;
  const ranked = answer.offers.map((each, index) => ({ offer: each, rank: index + 1 }));
  const partners = ranked.filter((each) => each.offer.company.is_partner);
  return (
    <>
      <p className={styles.origin}>
        {isExample ? (
          <>
            Exemple du <time dateTime={at.toISOString()}>{sayDay(at, at)}</time> : {given}
          </>
        ) : (
          <>Votre recherche : {given}</>
        )}
      </p>
      {partners.length > 0 ? (
        <ol className={styles.list}>
          {partners.map((each) => (
            <Partner key={each.offer.company.name} {...each} total={answer.total} now={at} />
          ))}
        </ol>
      ) : (
        <p className={styles.none}>Aucun bureau partenaire ne sert cette devise pour le moment.</p>
      )}
    </>
  );
}

function Partner({ offer, rank, total, now }: { offer: Offer; rank: number; total: number; now: Date }) {
  const { company, co_offer, updated_at } = offer;
  return (
    <li className={styles.partner}>
      <Logo logo={company.logo} name={company.name} />
      <div className={styles.names}>
        <p className={styles.name}>
          {company.name} <Badge tone="partner">Partenaire</Badge>
        </p>
        <p className={styles.when}>
          Rang {rank} sur {total}, taux fixé{' '}
          <time dateTime={updated_at}>{sayWhen(new Date(updated_at), now)}</time>
        </p>
      </div>
      <div className={styles.choice}>
        <p className={styles.received}>{formatAmount(co_offer.currency, centsOf(co_offer.amount) ?? 0)}</p>
        <Button variant="secondary" onClick={() => void chooseOffer(company.site)}>
          <span>
            Aller sur le site<span className="visually-hidden"> : {company.name}</span>
          </span>
        </Button>
      </div>
    </li>
  );
}
