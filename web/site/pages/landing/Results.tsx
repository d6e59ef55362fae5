import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Currency } from '#domain/currencies/currency.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { scrollToElement } from '#web/shared/ui/scroll.ts';
import { hasConfirmation } from '../../newsletter/pending-confirmation.ts';
import { formatSearch } from './format.ts';
import { onceIdle, useLazyPart } from './lazy-part.ts';
import styles from './Results.module.css';
import type { Comparison } from './use-comparison.ts';

// offers' code, loaded after the first screen and before any offer
const loadOutcome = () => import('./SearchOutcome.tsx');

type Props = { currencies: readonly Currency[]; comparison: Comparison };

export function Results({ currencies, comparison }: Props) {
  const { outcome } = comparison;
  const section = useRef<HTMLElement>(null);
  const { part, hasFailed, ask } = useLazyPart(loadOutcome, onceIdle);
  const search = outcome.status === 'none' ? null : outcome.search;
  // offers shown before a refinement, until it is answered
  const shown = outcome.status === 'waiting' ? (outcome.previous ?? outcome) : outcome;
  const isAnswered = shown.status === 'found' || shown.status === 'failed';
  const isRefining = shown !== outcome;
  // reload by a subscription, whose confirmation is read first while the search is renewed
  const [isReadElsewhere] = useState(hasConfirmation);
  const isFirst = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a search
  useEffect(() => {
    if (!search || !section.current || isRefining) return;
    if (!isFirst.current || !isReadElsewhere) scrollToElement(section.current);
    isFirst.current = false;
  }, [search, isReadElsewhere]);
  // focus moves to the results of a search made here, unless the person has moved on
  const focusedAtSearch = useRef<Element | null>(null);
  useLayoutEffect(() => {
    focusedAtSearch.current = search && search === comparison.searchMadeHere ? document.activeElement : null;
  }, [search, comparison.searchMadeHere]);
  const isOutcomeShown = isAnswered && (part !== null || hasFailed);
  useEffect(() => {
    if (!isOutcomeShown || !focusedAtSearch.current) return;
    const { activeElement } = document;
    if (activeElement === focusedAtSearch.current || activeElement === document.body) focusHeading();
    focusedAtSearch.current = null;
  }, [isOutcomeShown]);
  // focus of a button that went away with its list
  useEffect(() => {
    if (outcome.status === 'failed' && focusedAtSearch.current && document.activeElement === document.body)
      focusHeading();
  }, [outcome.status]);
  // list code requested with the search, and again with the answer after a failure, before the paint so
  // that no failure is shown meanwhile
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a search, and once its answer
  useLayoutEffect(() => {
    if (search && !part) ask();
  }, [search, isAnswered, part, ask]);

  return (
    <>
      <p className="visually-hidden" role="status">
        {outcome.status === 'waiting' ? 'Comparaison en cours' : part?.announcementOf(outcome, currencies)}
      </p>
      {search ? (
        <section ref={section} className={styles.section} aria-labelledby="offres">
          <div className={styles.page}>
            {isAnswered && part ? (
              <part.SearchOutcome
                outcome={shown}
                currentSearch={isRefining ? search : shown.search}
                currencies={currencies}
                comparison={comparison}
              />
            ) : (
              <>
                <h2 id="offres" className={styles.title} tabIndex={-1}>
                  Comparaison pour {formatSearch(search)}
                </h2>
                <div className={styles.list}>
                  {isAnswered && hasFailed ? (
                    <MissingList onRetry={ask} />
                  ) : (
                    <Skeleton lines={6} variant="offers" />
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

function focusHeading(): void {
  document.getElementById('offres')?.focus({ preventScroll: true });
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
