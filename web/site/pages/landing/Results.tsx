import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Comparator } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Picture } from '#web/shared/ui/Picture.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { scrollToElement } from '#web/shared/ui/scroll.ts';
import { isReceived } from '../../newsletter/received.ts';
import errorPicture from '../../pictures/error.svg';
import { useLater } from './later.ts';
import styles from './Results.module.css';
import type { Comparison, Outcome } from './use-comparison.ts';

// what shows offers comes after the first screen, before there are any
const loadOffers = () => import('./Offers.tsx');

type Found = Extract<Outcome, { status: 'found' }>;
type Props = { currencies: readonly Currency[]; comparison: Comparison };

/** What a search gave: the offers, or why there is no answer. Nothing before a search. */
export function Results({ currencies, comparison }: Props) {
  const { outcome, compare } = comparison;
  const section = useRef<HTMLElement>(null);
  const { part, hasFailed, ask } = useLater(loadOffers);
  const search = outcome.status === 'none' ? null : outcome.search;
  const isFound = outcome.status === 'found';
  // a subscription reloads the page: its answer is to be read first, and the search is made again aside
  const [isReadElsewhere] = useState(isReceived);
  const isFirst = useRef(true);

  useEffect(() => {
    if (!search || !section.current) return;
    if (!isFirst.current || !isReadElsewhere) scrollToElement(section.current);
    isFirst.current = false;
  }, [search, isReadElsewhere]);
  // a search that was come back to is made before anyone has moved; one that failed to load is tried anew,
  // before the paint: the failure is not said while it is tried
  useLayoutEffect(() => {
    if (isFound && !part) ask();
  }, [isFound, part, ask]);

  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement(outcome)}
      </p>
      {search ? (
        <section ref={section} className={styles.section} aria-labelledby="offres">
          <div className={styles.page}>
            {outcome.status === 'failed' ? (
              <Failed message={outcome.failure.message} onRetry={() => compare(search)} />
            ) : isFound && part ? (
              <part.Offers
                outcome={outcome}
                title={titleOf(outcome)}
                given={sayGiven(search)}
                currencies={currencies}
                comparison={comparison}
              />
            ) : (
              <>
                <h2 id="offres" className={styles.title}>
                  Comparaison pour {sayGiven(search)}
                </h2>
                <div className={styles.list}>
                  {isFound && hasFailed ? (
                    <MissingList onRetry={ask} />
                  ) : (
                    <Skeleton lines={6} variant="list" />
                  )}
                </div>
              </>
            )}
          </div>
        </section>
      ) : null}
    </>
  );
}

function MissingList({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      tone="failure"
      role="alert"
      action={
        <Button variant="secondary" onClick={onRetry}>
          Réessayer
        </Button>
      }
    >
      La liste des offres n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.
    </Notice>
  );
}

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={`${styles.message} ${styles.failed}`} role="alert">
      <Picture className={styles.picture} src={errorPicture} width={320} height={200} />
      <h2 id="offres" className={styles.title}>
        Les offres n’ont pas pu être comparées
      </h2>
      <p>{message}</p>
      <Button onClick={onRetry}>Réessayer</Button>
    </div>
  );
}

function announcement(outcome: Outcome): string {
  if (outcome.status === 'waiting') return 'Comparaison en cours';
  if (outcome.status !== 'found') return '';
  const [best] = outcome.answer.offers;
  if (!best) return titleOf(outcome);
  const { currency, amount } = best.co_offer;
  return `${titleOf(outcome)}. Meilleure offre : ${best.company.name}, ${formatAmount(currency, centsOf(amount) ?? 0)}.`;
}

function titleOf({ search, answer: { total } }: Found): string {
  const count = total === 0 ? 'Aucun bureau' : `${total} ${total === 1 ? 'bureau' : 'bureaux'}`;
  return `${count} pour ${sayGiven(search)}`;
}

function sayGiven({ offer }: Comparator): string {
  return formatShortAmount(offer.currency, offer.amount ?? 0);
}
