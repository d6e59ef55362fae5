import { type RefObject, useEffect, useRef } from 'react';
import type { Comparator } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { pluralOf } from '#domain/currencies/plural.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import errorPicture from '../../../../content/pages/error.svg';
import { ScrollLink } from '../../layout/ScrollLink.tsx';
import { formatSearch } from './format.ts';
import { formatPlaceFilters } from './format-filters.ts';
import { describeRenewal, Offers } from './Offers.tsx';
import { bestOf, figureOf, formatMoney } from './offer-figures.ts';
import styles from './Results.module.css';
import type { Comparison, Outcome } from './use-comparison.ts';

// fetched now, as the network that a failure would ask may be away
new Image().src = errorPicture;

type Found = Extract<Outcome, { status: 'found' }>;

type Props = {
  outcome: Found | Extract<Outcome, { status: 'failed' }>;
  /** current search; `outcome` belongs to the last one until this one is answered */
  currentSearch: Comparator;
  currencies: readonly Currency[];
  comparison: Comparison;
};

export function SearchOutcome({ outcome, currentSearch, currencies, comparison }: Props) {
  const isFound = outcome.status === 'found';
  useEffect(() => {
    if (isFound) tries = 0;
  }, [isFound]);
  return outcome.status === 'failed' ? (
    <Failed outcome={outcome} comparison={comparison} />
  ) : (
    <Offers
      outcome={outcome}
      currentSearch={currentSearch}
      title={titleOf(outcome, currencies)}
      currencies={currencies}
      comparison={comparison}
    />
  );
}

type FailedProps = { outcome: Extract<Outcome, { status: 'failed' }>; comparison: Comparison };

function Failed({ outcome: { search, failure }, comparison }: FailedProps) {
  const { status, code, message } = failure;
  const { where } = search;
  const isOfNow = where?.open === 'now';
  const part = useRef<HTMLDivElement>(null);
  const isRetried = status === 0 || status >= 500;
  useRetry(isRetried, part, () => comparison.compare(search));

  /** Drops the hour. This device's clock may show another day, and nothing else of a search is refused. */
  function compareAtAnyHour() {
    const next = { ...search, where: where && { ...where, open: '' } };
    comparison.change(next);
    comparison.compare(next);
  }

  return (
    <div ref={part} className={`${styles.message} ${styles.failed}`} role="alert">
      <img className={styles.picture} src={errorPicture} alt="" width="320" height="200" />
      <h2 id="offres" className={styles.title} tabIndex={-1}>
        Les offres n’ont pas pu être comparées
      </h2>
      <p>
        {code === 'invalid_open_at'
          ? isOfNow
            ? 'L’heure de votre appareil diffère de la nôtre. Réglez-la, ou comparez à toute heure.'
            : 'Les horaires sont connus pour les sept jours qui viennent. Choisissez un autre moment, ou comparez à toute heure.'
          : message}
      </p>
      {isRetried ? <p>La page réessaie d’elle-même.</p> : null}
      {code === 'invalid_open_at' ? (
        <Button onClick={compareAtAnyHour}>
          {isOfNow ? 'Sans le filtre Ouvert maintenant' : 'Comparer à toute heure'}
        </Button>
      ) : status === 400 ? (
        <ScrollLink section="comparateur">Changer de montant ou de devise</ScrollLink>
      ) : (
        <Button onClick={() => comparison.compare(search)}>Réessayer</Button>
      )}
    </div>
  );
}

/**
 * Milliseconds before the first retry, doubled each time, with a random share so that no crowd comes back
 * at once.
 */
const RETRY_AFTER_MS = 5_000;
const MAX_RETRY_AFTER_MS = 60_000;
let tries = 0;

function useRetry(isWanted: boolean, part: RefObject<HTMLElement | null>, retry: () => void): void {
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  useEffect(() => {
    if (!isWanted) return;
    const attempt = () => {
      if (!navigator.onLine || !isLookedAt(part.current)) return;
      tries += 1;
      latest.current();
    };
    const wait = Math.min(MAX_RETRY_AFTER_MS, RETRY_AFTER_MS * 2 ** tries);
    const turn = setInterval(attempt, wait * (1 + Math.random()));
    addEventListener('online', attempt);
    return () => {
      clearInterval(turn);
      removeEventListener('online', attempt);
    };
  }, [isWanted, part]);
}

function isLookedAt(part: HTMLElement | null): boolean {
  const { activeElement, visibilityState } = document;
  if (!part || visibilityState === 'hidden') return false;
  const { top, bottom } = part.getBoundingClientRect();
  const isInWindow = top < innerHeight && bottom > 0;
  return isInWindow && (activeElement === document.body || part.contains(activeElement));
}

export function announcementOf(outcome: Outcome, currencies: readonly Currency[]): string {
  if (outcome.status !== 'found') return '';
  const renewed = describeRenewal(outcome);
  if (renewed) return renewed;
  const title = titleOf(outcome, currencies);
  const best = bestOf(outcome.answer.offers, outcome.search);
  return !best
    ? title
    : `${title}. Meilleure offre : ${best.company.name}, ${formatMoney(figureOf(best, outcome.search))}.`;
}

function titleOf({ search, around, answer: { total } }: Found, currencies: readonly Currency[]): string {
  const near = around ? formatPlaceFilters(around.place, search.where, total) : '';
  if (search.typed === 'wish' && total > 0) {
    if (near) return `${total} ${total === 1 ? 'bureau' : 'bureaux'}${near} pour ${formatSearch(search)}`;
    return `Pour ${formatSearch(search)}\u00a0: ce que demande chaque bureau`;
  }
  const count = total === 0 ? 'Aucun bureau' : `${total} ${total === 1 ? 'bureau' : 'bureaux'}`;
  const { currency } = search.wish;
  const label = currencies.find(({ code }) => code === currency)?.label;
  const wishText = search.typed === 'offer' && label ? ` en ${pluralOf(label)} (${currency})` : '';
  return `${count}${near} pour ${formatSearch(search)}${wishText}`;
}
