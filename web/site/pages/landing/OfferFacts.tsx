import { type Comparator, isPurchase } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import type { Offer, OffersAnswer } from '#domain/offers/offer.ts';
import { formatRecent, isSameDay } from '#web/shared/dates.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import styles from './OfferFacts.module.css';
import { figureOf, formatCost, formatMargin, formatMoney, formatRates } from './offer-figures.ts';

type Props = {
  offer: Offer;
  answer: OffersAnswer;
  search: Comparator;
  currencies: readonly Currency[];
  now: Date;
};

export function Amount({ offer, search }: Pick<Props, 'offer' | 'search'>) {
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

/** Cost against the mid rate, with a sign for the eye and a verb for the ear. */
export function Cost({ offer, answer, search, currencies }: Props) {
  const { verb, cost } = formatCost(offer.costs);
  return (
    <span className={styles.cost}>
      <strong translate="no">
        {cost ? <span aria-hidden="true">{offer.costs.amount > 0 ? '−\u00a0' : '+\u00a0'}</span> : null}
        <span className={cost ? 'visually-hidden' : undefined}>{verb}</span>
        {cost}
      </strong>
      <small>
        <span className="visually-hidden">, marge </span>
        <span translate="no">
          {formatMargin(offer, answer.currency_rate.rate, isPurchase(search, currencies))}
        </span>
      </small>
    </span>
  );
}

/** Rate in the direction of the search, its age where it is not of today, and what the badge does not do. */
export function Terms({ offer, search, currencies, now, hasBadge = false }: Props & { hasBadge?: boolean }) {
  const [plain] = formatRates(offer.rate, search, isPurchase(search, currencies));
  const fixedAt = new Date(offer.updated_at);
  const isOld = !offer.is_fresh || !isSameDay(fixedAt, now);
  return (
    <span className={styles.terms}>
      <span>
        <span translate="no">{plain}</span>
        {isOld ? (
          <>
            {offer.is_fresh ? ', fixé ' : ', à confirmer, fixé '}
            <time dateTime={offer.updated_at}>{formatRecent(fixedAt, now)}</time>
          </>
        ) : null}
      </span>
      {offer.company.is_partner ? (
        <span>
          {hasBadge ? <Badge tone="partner">Partenaire</Badge> : null} <span>sans effet sur le rang</span>
        </span>
      ) : null}
    </span>
  );
}
