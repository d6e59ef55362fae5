import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Currency } from '#domain/currencies/currency.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { scrollToElement } from '#web/shared/ui/scroll.ts';
import { isReceived } from '../../newsletter/received.ts';
import { onceAtRest, useLater } from './later.ts';
import styles from './Results.module.css';
import { saySearch } from './say.ts';
import type { Comparison } from './use-comparison.ts';

// what shows offers comes after the first screen, before there are any
const loadAnswered = () => import('./Answered.tsx');

type Props = { currencies: readonly Currency[]; comparison: Comparison };

/** What a search gave: the offers, or why there is no answer. Nothing before a search. */
export function Results({ currencies, comparison }: Props) {
  const { outcome } = comparison;
  const section = useRef<HTMLElement>(null);
  const { part, hasFailed, ask } = useLater(loadAnswered, onceAtRest);
  const search = outcome.status === 'none' ? null : outcome.search;
  // what is shown stays while it is only wished otherwise
  const shown = outcome.status === 'waiting' ? (outcome.kept ?? outcome) : outcome;
  const isAnswered = shown.status === 'found' || shown.status === 'failed';
  const isKept = shown !== outcome;
  // a subscription reloads the page: its answer is to be read first, and the search is made again aside
  const [isReadElsewhere] = useState(isReceived);
  const isFirst = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a search
  useEffect(() => {
    if (!search || !section.current || isKept) return;
    if (!isFirst.current || !isReadElsewhere) scrollToElement(section.current);
    isFirst.current = false;
  }, [search, isReadElsewhere]);
  // what was asked for here is read next, unless one has gone on meanwhile
  const asker = useRef<Element | null>(null);
  useLayoutEffect(() => {
    asker.current = search && search === comparison.asked ? document.activeElement : null;
  }, [search, comparison.asked]);
  const isSaid = isAnswered && (part !== null || hasFailed);
  useEffect(() => {
    if (!isSaid || !asker.current) return;
    const { activeElement } = document;
    if (activeElement === asker.current || activeElement === document.body) focusHeading();
    asker.current = null;
  }, [isSaid]);
  // what was pressed in a list that is gone with its answer
  useEffect(() => {
    if (outcome.status === 'failed' && asker.current && document.activeElement === document.body)
      focusHeading();
  }, [outcome.status]);
  // the list comes together with its offers; where it failed to, it is tried anew when they are there, before the
  // paint: the failure is not said while it is tried
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
              <part.Answered
                outcome={shown}
                wanted={isKept ? search : shown.search}
                currencies={currencies}
                comparison={comparison}
              />
            ) : (
              <>
                <h2 id="offres" className={styles.title} tabIndex={-1}>
                  Comparaison pour {saySearch(search)}
                </h2>
                <div className={styles.list}>
                  {isAnswered && hasFailed ? (
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
