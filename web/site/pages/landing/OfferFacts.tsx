import type { ReactNode } from 'react';
import { type Comparator, isPurchase } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import type { Offer, OffersAnswer } from '#domain/offers/offer.ts';
import { formatRecent } from '#web/shared/dates.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import styles from './OfferFacts.module.css';
import {
  figureOf,
  formatCost,
  formatMargin,
  formatMoney,
  formatRates,
  isDatedByRow,
} from './offer-figures.ts';

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

/** Rate in the direction of the search, and its age where it is not of today. */
export function Terms({ offer, search, currencies, now, children }: Props & { children?: ReactNode }) {
  const [plain] = formatRates(offer.rate, search, isPurchase(search, currencies));
  return (
    <span className={styles.terms}>
      <span>
        <span translate="no">{plain}</span>
        {isDatedByRow(offer, now) ? (
          <>
            {offer.is_fresh ? ', fixé ' : ', à confirmer, fixé '}
            <time dateTime={offer.updated_at}>{formatRecent(new Date(offer.updated_at), now)}</time>
          </>
        ) : null}
      </span>
      {children}
    </span>
  );
}

export function Partner({ company }: Pick<Offer, 'company'>) {
  return company.is_partner ? (
    <span className={styles.partner}>
      <Badge tone="partner">Partenaire</Badge> <span>sans effet sur le rang</span>
    </span>
  ) : null;
}
