import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { type Comparator, isPurchase } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { amountOf } from '#domain/money/cents.ts';
import type { Offer, OffersAnswer } from '#domain/offers/offer.ts';
import { sayWhen } from '#web/shared/dates.ts';
import { useLoader } from '#web/shared/feedback/client-state.ts';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { useTableRoom } from '#web/shared/ui/use-media-query.ts';
import { Bureau } from './Bureau.tsx';
import { chooseOffer } from './choose-offer.ts';
import { Door } from './Door.tsx';
import { Facts, FactsToggle } from './Facts.tsx';
import type { Looking } from './MapBeside.tsx';
import styles from './OfferList.module.css';
import {
  addressOf,
  bestOf,
  byFreshness,
  figureName,
  figureOf,
  said,
  sayCost,
  sayMargin,
  sayRates,
  startOf,
} from './offer-figures.ts';
import { type Scale, scaleOf, TwoBars } from './TwoBars.tsx';
import { type Cities, sayCities } from './use-cities.ts';
import type { Around } from './use-comparison.ts';

const RANKED = 'Offres des bureaux, de la meilleure à la dernière';
const BY_DISTANCE = 'Offres des bureaux, de la plus proche à la plus lointaine, une par bureau';
const TO_CONFIRM = 'Taux à confirmer auprès du bureau';

type Props = {
  answer: OffersAnswer;
  around: Around | null;
  now: Date;
  search: Comparator;
  currencies: readonly Currency[];
  looking: Looking | null;
  cities: Cities;
};

export function OfferList(props: Props) {
  const hasRoom = useTableRoom() && !props.looking?.isShown;
  return hasRoom ? <Table {...props} /> : <Cards {...props} />;
}

function orderOf({ around, search }: Props): string {
  return around && search.where?.sort === 'distance' ? BY_DISTANCE : RANKED;
}

function captionOf(props: Props): string {
  const { offers } = props.answer;
  const hasBoth = offers[0]?.is_fresh && !offers.at(-1)?.is_fresh;
  return `${orderOf(props)}${hasBoth ? '\u00a0; les taux à confirmer à la suite' : ''}`;
}

function Table(props: Props) {
  const { offers } = props.answer;
  const scale = scaleOf(offers);
  const best = bestOf(offers, props.search);
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{captionOf(props)}</caption>
      <thead>
        <tr>
          <th scope="col">Bureau</th>
          <th scope="col">{figureName(props.search)}</th>
          <th scope="col">Taux du bureau</th>
          <th scope="col">Face au taux intermédiaire</th>
          <th scope="col">
            <span className="visually-hidden">Choix</span>
          </th>
        </tr>
      </thead>
      {byFreshness(offers).map(({ isFresh, offers: group }) => (
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
              {...lookedAt(offer, props.looking)}
            >
              <th scope="row">
                <Bureau company={offer.company}>
                  {addressOf(offer)}
                  <Where offer={offer} cities={props.cities} most={3} />
                </Bureau>
                <Door offer={offer} around={props.around} now={props.now} />
                <FactsToggle offer={offer} />
              </th>
              <td className={styles.received}>{said(figureOf(offer, props.search))}</td>
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
                  {isReservable(offer) ? <Reserve offer={offer} isBest={offer === best} {...props} /> : null}
                  <Choose
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

function Cards(props: Props) {
  const { offers } = props.answer;
  const scale = scaleOf(offers);
  const best = bestOf(offers, props.search);
  return byFreshness(offers).map(({ isFresh, offers: group }) => (
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
  const [plain, inverse] = sayRates(offer.rate, props.search, isPurchase(props.search, props.currencies));
  const isReserved = isReservable(offer);
  const choose = <Choose offer={offer} isBest={isBest} isQuiet={isReserved} size="small" {...props} />;
  const act = isReserved ? (
    <Reserve offer={offer} isBest={isBest} isQuiet={!offer.branch} {...props} />
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
      {...lookedAt(offer, props.looking)}
    >
      <div className={styles.head}>
        <p className={styles.received}>
          <span className="visually-hidden">{figureName(props.search)} </span>
          {said(figureOf(offer, props.search))}
        </p>
        <div className={offer.branch ? styles.rate : styles.age}>
          {offer.branch ? <p className={styles.rates}>{plain}</p> : null}
          <FixedAt offer={offer} now={props.now} />
          {offer.branch ? null : more}
        </div>
      </div>
      <Bureau company={offer.company} isSmall>
        <Cost offer={offer} {...props} />
      </Bureau>
      <TwoBars offer={offer} scale={scale} />
      {offer.branch ? (
        <Door offer={offer} around={props.around} now={props.now} aside={act} end={more} />
      ) : (
        <div className={styles.foot}>
          <div className={`${styles.rates} ${styles.sums}`}>
            <Rates offer={offer} {...props} />
            <Where offer={offer} cities={props.cities} most={1} />
          </div>
          {act}
        </div>
      )}
      <dl id={id} className={styles.details} hidden={!isOpen}>
        <div>
          <dt>Vous donnez</dt>
          <dd>{said(offer.ct_offer)}</dd>
        </div>
        <div>
          <dt>Valeur au taux intermédiaire</dt>
          <dd>{said(offer.ct_wish)}</dd>
        </div>
        <div>
          <dt>Vous recevez</dt>
          <dd>{said(offer.co_offer)}</dd>
        </div>
        {communes && communes.total > 2 ? (
          <div>
            <dt>Communes</dt>
            <dd>{sayCities(communes, communes.cities.length)}</dd>
          </div>
        ) : null}
        {offer.branch ? (
          <div>
            <dt>Taux du bureau</dt>
            <dd>{inverse}</dd>
          </div>
        ) : null}
        {isOpen ? <Facts offer={offer} /> : null}
        <div>
          <dt>Site du bureau</dt>
          <dd>{addressOf(offer)}</dd>
        </div>
      </dl>
    </li>
  );
}

function Where({ offer: { company }, cities, most }: { offer: Offer; cities: Cities; most: number }) {
  const communes = cities.get(company.site);
  return communes?.total ? <span className={styles.cities}>{sayCities(communes, most)}</span> : null;
}

function lookedAt({ company: { name } }: Offer, looking: Looking | null) {
  if (!looking) return {};
  return {
    tabIndex: -1,
    'data-offer': name,
    'data-marked': looking.marked === name,
    onPointerEnter: () => looking.mark(name),
    onPointerLeave: () => looking.mark(null),
    onFocus: () => looking.mark(name),
    onBlur: () => looking.mark(null),
  };
}

type OfferProps = Props & { offer: Offer };

function Rates({ offer, search, currencies }: OfferProps) {
  return sayRates(offer.rate, search, isPurchase(search, currencies)).map((way) => <p key={way}>{way}</p>);
}

function Cost({ offer, answer, search, currencies }: OfferProps) {
  const { verb, cost } = sayCost(offer.costs);
  return (
    <span className={styles.cost}>
      {verb}
      {cost ? <strong>{cost}</strong> : null},{' '}
      {sayMargin(offer, answer.currency_rate.rate, isPurchase(search, currencies))}
    </span>
  );
}

function FixedAt({ offer, now }: { offer: Offer; now: Date }) {
  return (
    <p className={styles.when}>
      Taux fixé <time dateTime={offer.updated_at}>{sayWhen(new Date(offer.updated_at), now)}</time>
    </p>
  );
}

type ChooseProps = { offer: Offer; isBest: boolean } & Pick<Props, 'search' | 'currencies'>;
type Looks = { size?: 'small' | undefined; isQuiet?: boolean };

function Choose({ offer, isBest, size, isQuiet = false, search, currencies }: ChooseProps & Looks) {
  const { company } = offer;
  const [isLeaving, setLeaving] = useState(false);
  const start = startOf(offer, search, currencies);
  if (start !== null) return <p className={styles.start}>À partir de {start}</p>;
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

function Reserve({ offer, isBest, isQuiet = false, search, currencies }: ChooseProps & Looks) {
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
      aria-label={`Réserver ce taux, ${offer.company.name}`}
    >
      Réserver ce taux
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
  const asked = search.typed === 'wish' ? 'cible' : 'offre';
  const amount = amountOf(search[search.typed].amount ?? 0);
  return `/reserver/${encodeURIComponent(company.site)}?${side}=${code}&${asked}=${amount}${branch ? `&agence=${branch.id}` : ''}`;
}
