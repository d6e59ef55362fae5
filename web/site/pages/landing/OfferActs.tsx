import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { type Comparator, isPurchase } from '#domain/comparator/comparator.ts';
import { whereQuery } from '#domain/comparator/where.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { amountOf } from '#domain/money/cents.ts';
import type { Offer } from '#domain/offers/offer.ts';
import { useLoader } from '#web/shared/feedback/client-state.ts';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { chooseOffer } from './choose-offer.ts';
import styles from './OfferActs.module.css';
import { minimumAmount } from './offer-figures.ts';

type Props = { offer: Offer; search: Comparator; currencies: readonly Currency[] };

export function FirstAct(props: Props) {
  return isReservable(props.offer) ? <ReserveButton {...props} /> : <ChooseButton {...props} />;
}

export function SecondAct(props: Props) {
  return isReservable(props.offer) ? <ChooseButton {...props} isLink /> : null;
}

function ChooseButton({ offer, search, currencies, isLink = false }: Props & { isLink?: boolean }) {
  const { company } = offer;
  const [isLeaving, setLeaving] = useState(false);
  const start = minimumAmount(offer, search, currencies);
  if (start !== null) return <p className={styles.start}>{`À partir de ${start}`}</p>;
  const act = {
    'aria-label': `Choisir ${company.name}`,
    'aria-disabled': isLeaving,
    onClick: () => {
      if (isLeaving) return;
      setLeaving(true);
      void chooseOffer(company.site).finally(() => setLeaving(false));
    },
  };
  return isLink ? (
    <button type="button" className={styles.link} {...act}>
      Choisir
    </button>
  ) : (
    <Button variant="secondary" size="small" {...act}>
      Choisir
    </Button>
  );
}

function isReservable({ takes_reservations, co_offer }: Offer): boolean {
  return takes_reservations === true && co_offer.amount > 0;
}

function ReserveButton({ offer, search, currencies }: Props) {
  const [isPressed, setPressed] = useState(false);
  const isLoading = useLoader();
  useEffect(() => {
    if (!isLoading) setPressed(false);
  }, [isLoading]);
  const isComing = isPressed && isLoading;
  return (
    <Link
      className={[buttonClass({ size: 'small' }), isComing && styles.coming].filter(Boolean).join(' ')}
      aria-busy={isComing}
      onClick={(event) => {
        // second press, which would request the page anew
        if (isComing) event.preventDefault();
        else setPressed(true);
      }}
      to={bookingAddress(offer, search, currencies)}
      aria-label={`Réserver, ${offer.company.name}`}
    >
      Réserver
    </Link>
  );
}

function bookingAddress(
  { company, branch }: Offer,
  search: Comparator,
  currencies: readonly Currency[],
): string {
  const [side, code] = isPurchase(search, currencies)
    ? ['vente', search.wish.currency]
    : ['achat', search.offer.currency];
  const targetParam = search.typed === 'wish' ? 'cible' : 'offre';
  const amount = amountOf(search[search.typed].amount ?? 0);
  return `/reserver/${encodeURIComponent(company.site)}?${side}=${code}&${targetParam}=${amount}${whereQuery(search.where)}${branch ? `&agence=${branch.id}` : ''}`;
}
