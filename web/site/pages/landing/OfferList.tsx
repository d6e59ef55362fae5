import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { type Comparator, isPurchase } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { amountOf } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import type { Offer, OffersAnswer } from '#domain/offers/offer.ts';
import { formatRecent } from '#web/shared/dates.ts';
import { useLoader } from '#web/shared/feedback/client-state.ts';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { useTableRoom } from '#web/shared/ui/use-media-query.ts';
import { BranchCard } from './BranchCard.tsx';
import { Bureau } from './Bureau.tsx';
import { chooseOffer } from './choose-offer.ts';
import { OfferDetails, OfferDetailsToggle } from './OfferDetails.tsx';
import styles from './OfferList.module.css';
import type { MapState } from './OffersWithMap.tsx';
import {
  bestOf,
  figureLabel,
  figureOf,
  formatCost,
  formatMargin,
  formatMoney,
  formatRates,
  type Group,
  groupByFreshness,
  minimumAmount,
  siteHost,
} from './offer-figures.ts';
import { type Scale, scaleOf, TwoBars } from './TwoBars.tsx';
import { type Cities, formatCities } from './use-cities.ts';
import type { Around } from './use-comparison.ts';

const RANKED = 'Offres des bureaux, de la meilleure à la dernière';
const BY_DISTANCE = 'Offres des bureaux, de la plus proche à la plus lointaine, une par bureau';
const TO_CONFIRM = 'Taux à confirmer auprès du bureau';

type Props = {
  answer: OffersAnswer;
  around: Around | null;
  now: Date;
  /** instant of the open states */
  moment: Date;
  search: Comparator;
  currencies: readonly Currency[];
  mapState: MapState | null;
  cities: Cities;
};

type ListProps = Props & { scale: Scale; best: Offer | undefined; groups: readonly Group[] };

export function OfferList(props: Props) {
  const hasRoom = useTableRoom() && !props.mapState?.isShown;
  const { offers } = props.answer;
  const List = hasRoom ? Table : Cards;
  return (
    <List
      scale={scaleOf(offers)}
      best={bestOf(offers, props.search)}
      groups={groupByFreshness(offers)}
      {...props}
    />
  );
}

function orderOf({ around, search }: Props): string {
  return around && search.where?.sort === 'distance' ? BY_DISTANCE : RANKED;
}

function captionOf(props: Props): string {
  const { offers } = props.answer;
  const hasBoth = offers[0]?.is_fresh && !offers.at(-1)?.is_fresh;
  return `${orderOf(props)}${hasBoth ? '\u00a0; les taux à confirmer à la suite' : ''}`;
}

function Table({ scale, best, groups, ...props }: ListProps) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{captionOf(props)}</caption>
      <thead>
        <tr>
          <th scope="col">Bureau</th>
          <th scope="col">{figureLabel(props.search)}</th>
          <th scope="col">Taux du bureau</th>
          <th scope="col">Face au taux intermédiaire</th>
          <th scope="col">
            <span className="visually-hidden">Choix</span>
          </th>
        </tr>
      </thead>
      {groups.map(({ isFresh, offers: group }) => (
        <tbody key={String(isFresh)}>
          {isFresh ? null : (
            <tr className={styles.toConfirm}>
              <th scope="rowgroup" colSpan={5}>
                {TO_CONFIRM}
              </th>
            </tr>
          )}
          {group.map((offer) => (
            <tr
              key={offer.company.name}
              className={offer === best ? styles.best : undefined}
              {...markProps(offer, props.mapState)}
            >
              <th scope="row">
                <Bureau company={offer.company}>
                  <span translate="no">{siteHost(offer)}</span>
                  <CompanyCities offer={offer} cities={props.cities} most={3} />
                </Bureau>
                <BranchCard offer={offer} around={props.around} now={props.moment} />
                <OfferDetailsToggle offer={offer} />
              </th>
              <td className={styles.received}>
                <Amount offer={offer} {...props} />
              </td>
              <td className={styles.rates}>
                <Rates offer={offer} {...props} />
                <FixedAt offer={offer} now={props.now} />
              </td>
              <td className={styles.gap}>
                <TwoBars offer={offer} scale={scale} />
                <Cost offer={offer} {...props} />
              </td>
              <td className={styles.choice}>
                <span className={styles.two}>
                  {isReservable(offer) ? (
                    <ReserveButton offer={offer} isBest={offer === best} {...props} />
                  ) : null}
                  <ChooseButton
                    offer={offer}
                    isBest={offer === best}
                    size={isReservable(offer) ? 'small' : undefined}
                    {...props}
                  />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Cards({ scale, best, groups, ...props }: ListProps) {
  return groups.map(({ isFresh, offers: group }) => (
    <section key={String(isFresh)} aria-labelledby={isFresh ? undefined : 'a-confirmer'}>
      {isFresh ? null : (
        <h3 id="a-confirmer" className={styles.toConfirm}>
          {TO_CONFIRM}
        </h3>
      )}
      <ol className={styles.cards} aria-label={isFresh ? orderOf(props) : TO_CONFIRM}>
        {group.map((offer) => (
          <Card key={offer.company.name} offer={offer} scale={scale} isBest={offer === best} {...props} />
        ))}
      </ol>
    </section>
  ));
}

type CardProps = Props & { offer: Offer; scale: Scale; isBest: boolean };

function Card({ offer, scale, isBest, ...props }: CardProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const communes = props.cities.get(offer.company.site);
  const [plain, inverse] = formatRates(offer.rate, props.search, isPurchase(props.search, props.currencies));
  const isReserved = isReservable(offer);
  const choose = <ChooseButton offer={offer} isBest={isBest} isQuiet={isReserved} size="small" {...props} />;
  const act = isReserved ? (
    <ReserveButton offer={offer} isBest={isBest} isQuiet={!offer.branch} {...props} />
  ) : (
    choose
  );
  const details = (
    <button
      type="button"
      className={styles.more}
      aria-expanded={isOpen}
      aria-controls={id}
      aria-label={`Détails de ${offer.company.name}`}
      onClick={() => setOpen(!isOpen)}
    >
      Détails
    </button>
  );
  // reserve button within the details, so that a card is no higher for it
  const more = (
    <span className={styles.mores}>
      {isReserved ? choose : null}
      {details}
    </span>
  );
  return (
    <li
      className={isBest ? `${styles.card} ${styles.best}` : styles.card}
      {...markProps(offer, props.mapState)}
    >
      <div className={styles.head}>
        <p className={styles.received}>
          <span className="visually-hidden">{`${figureLabel(props.search)} `}</span>
          <Amount offer={offer} {...props} />
        </p>
        <div className={offer.branch ? styles.rate : styles.age}>
          {offer.branch ? (
            <p className={styles.rates} translate="no">
              {plain}
            </p>
          ) : null}
          <FixedAt offer={offer} now={props.now} />
          {offer.branch ? null : more}
        </div>
      </div>
      <Bureau company={offer.company} isSmall>
        <Cost offer={offer} {...props} />
      </Bureau>
      <TwoBars offer={offer} scale={scale} />
      {offer.branch ? (
        <BranchCard offer={offer} around={props.around} now={props.moment} aside={act} end={more} />
      ) : (
        <div className={styles.foot}>
          <div className={`${styles.rates} ${styles.sums}`}>
            <Rates offer={offer} {...props} />
            <CompanyCities offer={offer} cities={props.cities} most={1} />
          </div>
          {act}
        </div>
      )}
      <dl id={id} className={styles.details} hidden={!isOpen}>
        <Detail name="Vous donnez">{formatMoney(offer.ct_offer)}</Detail>
        <Detail name="Valeur au taux intermédiaire">{formatMoney(offer.ct_wish)}</Detail>
        <Detail name="Vous recevez">{formatMoney(offer.co_offer)}</Detail>
        {communes && communes.total > 2 ? (
          <Detail name="Communes">{formatCities(communes, communes.cities.length)}</Detail>
        ) : null}
        {offer.branch ? <Detail name="Taux du bureau">{inverse}</Detail> : null}
        {isOpen ? <OfferDetails offer={offer} /> : null}
        <Detail name="Site du bureau">{siteHost(offer)}</Detail>
      </dl>
    </li>
  );
}

function Detail({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd translate="no">{children}</dd>
    </div>
  );
}

function CompanyCities({ offer: { company }, cities, most }: { offer: Offer; cities: Cities; most: number }) {
  const communes = cities.get(company.site);
  return communes?.total ? <span className={styles.cities}>{formatCities(communes, most)}</span> : null;
}

function markProps({ company: { name } }: Offer, mapState: MapState | null) {
  if (!mapState) return {};
  return {
    tabIndex: -1,
    'data-offer': name,
    'data-marked': mapState.marked === name,
    onPointerEnter: () => mapState.mark(name),
    onPointerLeave: () => mapState.mark(null),
    onFocus: () => mapState.mark(name),
    onBlur: () => mapState.mark(null),
  };
}

type OfferProps = Props & { offer: Offer };

function Amount({ offer, search }: Pick<OfferProps, 'offer' | 'search'>) {
  const { co_offer, in_notes } = offer;
  return (
    <>
      <span translate="no">{formatMoney(figureOf(offer, search))}</span>
      {in_notes ? (
        <small className={styles.notes}>
          soit <span translate="no">{formatMoney({ ...co_offer, amount: in_notes }, formatShortAmount)}</span>{' '}
          en billets
        </small>
      ) : null}
    </>
  );
}

function Rates({ offer, search, currencies }: OfferProps) {
  return formatRates(offer.rate, search, isPurchase(search, currencies)).map((way) => (
    <p key={way} translate="no">
      {way}
    </p>
  ));
}

function Cost({ offer, answer, search, currencies }: OfferProps) {
  const { verb, cost } = formatCost(offer.costs);
  return (
    <span className={styles.cost}>
      <span>{verb}</span>
      {cost ? <strong translate="no">{cost}</strong> : null}
      <span>{`, ${formatMargin(offer, answer.currency_rate.rate, isPurchase(search, currencies))}`}</span>
    </span>
  );
}

function FixedAt({ offer, now }: { offer: Offer; now: Date }) {
  return (
    <p className={styles.when}>
      <span>Taux fixé</span>{' '}
      <time dateTime={offer.updated_at}>{formatRecent(new Date(offer.updated_at), now)}</time>
    </p>
  );
}

type ChooseProps = { offer: Offer; isBest: boolean } & Pick<Props, 'search' | 'currencies'>;
type ButtonLook = { size?: 'small' | undefined; isQuiet?: boolean };

function ChooseButton({
  offer,
  isBest,
  size,
  isQuiet = false,
  search,
  currencies,
}: ChooseProps & ButtonLook) {
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
  if (isQuiet) {
    return (
      <button type="button" className={styles.more} {...act}>
        Choisir
      </button>
    );
  }
  const hasFirst = isBest && !isReservable(offer);
  return (
    <Button variant={hasFirst ? 'primary' : 'secondary'} size={size} {...act}>
      Choisir
    </Button>
  );
}

function isReservable({ takes_reservations, co_offer }: Offer): boolean {
  return takes_reservations === true && co_offer.amount > 0;
}

function ReserveButton({ offer, isBest, isQuiet = false, search, currencies }: ChooseProps & ButtonLook) {
  const looks = buttonClass({ variant: isBest ? 'primary' : 'secondary', size: 'small' });
  const [isPressed, setPressed] = useState(false);
  const isLoading = useLoader();
  useEffect(() => {
    if (!isLoading) setPressed(false);
  }, [isLoading]);
  const isComing = isPressed && isLoading;
  return (
    <Link
      className={[looks, styles.reserve, isQuiet && styles.quiet, isComing && styles.coming]
        .filter(Boolean)
        .join(' ')}
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
  return `/reserver/${encodeURIComponent(company.site)}?${side}=${code}&${targetParam}=${amount}${branch ? `&agence=${branch.id}` : ''}`;
}
