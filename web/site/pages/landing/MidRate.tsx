import { type Comparator, isPurchase, pairRate } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { formatInverseRate, formatRate } from '#domain/money/format.ts';
import { sayDay } from '#web/shared/dates.ts';
import styles from './ComparatorCard.module.css';
import type { Outcome } from './use-comparison.ts';

type Props = { state: Comparator; currencies: readonly Currency[]; outcome: Outcome };

/** The mid rate of the pair, to 4 decimals, as the offered currency sees it (spec 5 and 9). */
export function MidRate({ state, currencies, outcome }: Props) {
  const { offer, wish } = state;
  const rate = pairRate(state, currencies);
  const purchase = isPurchase(state, currencies);
  return (
    <p className={styles.rate}>
      <strong>
        {`1\u00a0${offer.currency} = ${purchase ? formatRate(rate) : formatInverseRate(rate)}\u00a0${wish.currency}`}
      </strong>
      {purchase ? '' : `soit 1\u00a0${wish.currency} = ${formatRate(rate)}\u00a0${offer.currency}. `}
      {origin(state, currencies, outcome) ?? 'Taux intermédiaire, hors marge des bureaux'}
    </p>
  );
}

/** 'Taux intermédiaire du 20 nov., source BCE', once a search of this very pair, at this very rate, has said it. */
function origin(
  { offer, wish }: Comparator,
  currencies: Props['currencies'],
  outcome: Outcome,
): string | null {
  if (outcome.status !== 'found') return null;
  const asked = outcome.search;
  if (asked.offer.currency !== offer.currency || asked.wish.currency !== wish.currency) return null;
  const { at, source, rate } = outcome.answer.currency_rate;
  // the page may hold the rate of before
  const isOfPair = ({ code }: Currency) => code === offer.currency || code === wish.currency;
  if (!currencies.filter(isOfPair).some((currency) => currency.rate === rate)) return null;
  // the rate of a day: the same day wherever it is read
  const day = new Date(`${at.slice(0, 10)}T12:00`);
  return `Taux intermédiaire du ${sayDay(day, outcome.at)}, source ${source}`;
}
