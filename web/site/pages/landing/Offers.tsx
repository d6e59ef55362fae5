import { useState } from 'react';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount } from '#domain/money/format.ts';
import type { Money, Offer } from '#domain/offers/offer.ts';
import { sayWhen } from '#web/shared/dates.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Logo } from '#web/shared/ui/Logo.tsx';
import { useMediaQuery } from '#web/shared/ui/use-media-query.ts';
import { chooseOffer } from './choose-offer.ts';
import styles from './Offers.module.css';
import { TwoBars } from './TwoBars.tsx';

type Props = { offers: readonly Offer[]; now: Date };

/** The offers in their rank: a table where there is room, rows on a phone (spec 2). */
export function Offers(props: Props) {
  return useMediaQuery('--desktop-up') ? <Table {...props} /> : <Rows {...props} />;
}

function Table({ offers, now }: Props) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Offres des bureaux, de la meilleure à la dernière</caption>
      <thead>
        <tr>
          <th scope="col">Bureau</th>
          <th scope="col">Vous recevez</th>
          <th scope="col">Face au taux intermédiaire</th>
          <th scope="col">Taux fixé</th>
          <th scope="col">
            <span className="visually-hidden">Choix</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {offers.map((offer, rank) => (
          <tr key={offer.company.name} className={rank === 0 ? styles.best : undefined}>
            <th scope="row">
              <Bureau offer={offer} />
            </th>
            <td className={styles.received}>{said(offer.co_offer)}</td>
            <td>
              <TwoBars midValue={offer.ct_wish.amount} received={offer.co_offer.amount} />
              <p className={styles.cost}>
                <Cost costs={offer.costs} />
              </p>
            </td>
            <td className={styles.when}>
              <FixedAt offer={offer} now={now} />
            </td>
            <td className={styles.choice}>
              <Choose offer={offer} isBest={rank === 0} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Rows({ offers, now }: Props) {
  return (
    <ol className={styles.rows} aria-label="Offres des bureaux, de la meilleure à la dernière">
      {offers.map((offer, rank) => (
        <li key={offer.company.name} className={rank === 0 ? `${styles.row} ${styles.best}` : styles.row}>
          <p className={styles.received}>
            <span className={styles.receivedLabel}>Vous recevez</span> {said(offer.co_offer)}
          </p>
          <Bureau offer={offer} />
          <div className={styles.gap}>
            <TwoBars midValue={offer.ct_wish.amount} received={offer.co_offer.amount} />
            <p className={styles.cost}>
              <Cost costs={offer.costs} /> face au taux intermédiaire
            </p>
            <p className={styles.when}>
              Taux fixé <FixedAt offer={offer} now={now} />
            </p>
          </div>
          <Choose offer={offer} isBest={rank === 0} />
        </li>
      ))}
    </ol>
  );
}

function Bureau({ offer: { company } }: { offer: Offer }) {
  return (
    <span className={styles.bureau}>
      <Logo logo={company.logo} name={company.name} />
      <span className={styles.bureauNames}>
        <span className={styles.name}>
          {company.name} {company.is_partner ? <Badge tone="partner">Partenaire</Badge> : null}
        </span>
        <span className={styles.site}>{new URL(company.site).host.replace(/^www\./, '')}</span>
      </span>
    </span>
  );
}

/** What the exchange costs against the mid rate; negative, the bureau beats it (contract 2). */
function Cost({ costs }: { costs: Money }) {
  const cents = centsOf(costs.amount) ?? 0;
  if (cents === 0) return 'sans écart';
  return (
    <>
      {cents > 0 ? 'coûte ' : 'fait gagner '}
      <strong>{formatAmount(costs.currency, Math.abs(cents))}</strong>
    </>
  );
}

function FixedAt({ offer, now }: { offer: Offer; now: Date }) {
  return <time dateTime={offer.updated_at}>{sayWhen(new Date(offer.updated_at), now)}</time>;
}

function Choose({ offer: { company }, isBest }: { offer: Offer; isBest: boolean }) {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Button
      variant={isBest ? 'primary' : 'secondary'}
      aria-label={`Choisir ${company.name}`}
      aria-disabled={isLeaving}
      onClick={() => {
        if (isLeaving) return;
        setLeaving(true);
        void chooseOffer(company.site).finally(() => setLeaving(false));
      }}
    >
      Choisir
    </Button>
  );
}

function said({ currency, amount }: Money): string {
  return formatAmount(currency, centsOf(amount) ?? 0);
}
