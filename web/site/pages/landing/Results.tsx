import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Comparator } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import type { Offer } from '#domain/offers/offer.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Picture } from '#web/shared/ui/Picture.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { scrollToElement } from '#web/shared/ui/scroll.ts';
import { ScrollLink } from '../../layout/ScrollLink.tsx';
import { isReceived } from '../../newsletter/received.ts';
import errorPicture from '../../pictures/error.svg';
import noOfferPicture from '../../pictures/no-offer.svg';
import styles from './Results.module.css';
import type { Comparison, Outcome } from './use-comparison.ts';
import { type Later, useLater } from './use-later.ts';

// what shows offers comes after the first screen, before there are any
const loadList = () => import('./OfferList.tsx');
type List = Later<Awaited<ReturnType<typeof loadList>>>;

type Props = { currencies: readonly Currency[]; comparison: Comparison };

/** What a search gave: the offers, that there are none, or why there is no answer. Nothing before a search. */
export function Results({ currencies, comparison }: Props) {
  const { outcome, state, compare } = comparison;
  const section = useRef<HTMLElement>(null);
  const list = useLater(loadList);
  const search = outcome.status === 'none' ? null : outcome.search;
  // a subscription reloads the page: its answer is to be read first, and the search is made again aside
  const [isReadElsewhere] = useState(isReceived);
  const isFirst = useRef(true);

  useEffect(() => {
    if (!search || !section.current) return;
    if (!isFirst.current || !isReadElsewhere) scrollToElement(section.current);
    isFirst.current = false;
  }, [search, isReadElsewhere]);

  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement(outcome)}
      </p>
      {search ? (
        <section ref={section} className={styles.section} aria-labelledby="offres">
          <div className={styles.page}>
            {outcome.status === 'waiting' ? <Waiting search={search} /> : null}
            {outcome.status === 'failed' ? (
              <Failed outcome={outcome} onRetry={() => compare(search)} />
            ) : null}
            {outcome.status === 'found' ? (
              <>
                {isStale(search, state) ? <Stale search={search} onCompare={() => compare(state)} /> : null}
                <Found outcome={outcome} currencies={currencies} list={list} />
              </>
            ) : null}
          </div>
        </section>
      ) : null}
    </>
  );
}

type FoundOutcome = Extract<Outcome, { status: 'found' }>;

type FoundProps = { outcome: FoundOutcome; currencies: readonly Currency[]; list: List };

function Found({ outcome, currencies, list: { part, hasFailed, ask } }: FoundProps) {
  const { search, answer, at } = outcome;
  const { offers, total } = answer;
  const [best, ...others] = offers;
  // a search that was come back to is made before anyone has moved; one that failed to load is tried anew,
  // before the paint: the failure is not said while it is tried
  useLayoutEffect(() => {
    if (!part) ask();
  }, [part, ask]);
  if (!best) return <NoOffer search={search} currencies={currencies} />;
  const advantage = advantageOf(offers);
  return (
    <>
      <div className={styles.head}>
        <h2 id="offres" className={styles.title}>
          {bureaux(total)} pour {given(search)}
        </h2>
        {advantage ? (
          <p className={styles.advantage}>
            La meilleure offre vous remet <strong>{advantage}</strong> de plus que la dernière
          </p>
        ) : null}
      </div>
      <p className={styles.ranking}>
        {total > offers.length ? `Voici les ${offers.length} meilleures offres sur ${total}. ` : ''}
        Classées par montant reçu, marge comprise. Liste non exhaustive ; aucun bureau ne paie pour son rang.{' '}
        <ScrollLink section="fonctionnement">Comment fonctionne le comparateur</ScrollLink>
      </p>
      {part ? <part.OfferList offers={[best, ...others]} now={at} /> : null}
      {!part && hasFailed ? <MissingList onRetry={ask} /> : null}
      {!part && !hasFailed ? <Skeleton lines={6} variant="list" /> : null}
    </>
  );
}

function NoOffer({ search, currencies }: { search: Comparator; currencies: readonly Currency[] }) {
  const [base] = currencies;
  const code = search.offer.currency === base?.code ? search.wish.currency : search.offer.currency;
  const label = currencies.find((currency) => currency.code === code)?.label ?? code;
  return (
    <div className={styles.message}>
      <Picture className={styles.picture} src={noOfferPicture} width={320} height={200} />
      <h2 id="offres" className={styles.title}>
        Aucun bureau pour {given(search)}
      </h2>
      <p>
        Aucun des bureaux comparés ne propose actuellement cet échange ({label}, {code}). Les offres changent
        chaque jour : essayez une autre devise, ou revenez demain.
      </p>
      <ScrollLink section="comparateur">Changer de devise</ScrollLink>
    </div>
  );
}

function Waiting({ search }: { search: Comparator }) {
  return (
    <div className={styles.waiting}>
      <h2 id="offres" className={styles.title}>
        Comparaison pour {given(search)}
      </h2>
      <Skeleton lines={6} variant="list" />
    </div>
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

type FailedOutcome = Extract<Outcome, { status: 'failed' }>;

function Failed({ outcome, onRetry }: { outcome: FailedOutcome; onRetry: () => void }) {
  return (
    <div className={`${styles.message} ${styles.failed}`} role="alert">
      <Picture className={styles.picture} src={errorPicture} width={320} height={200} />
      <h2 id="offres" className={styles.title}>
        Les offres n’ont pas pu être comparées
      </h2>
      <p>{outcome.failure.message}</p>
      <Button onClick={onRetry}>Réessayer</Button>
    </div>
  );
}

/** The offers shown are those of another request: it is said, and they stay until asked again. */
function Stale({ search, onCompare }: { search: Comparator; onCompare: () => void }) {
  return (
    <Notice
      className={styles.stale}
      action={
        <Button variant="secondary" onClick={onCompare}>
          Comparer à nouveau
        </Button>
      }
    >
      Votre demande a changé. Les offres ci-dessous restent celles de votre recherche pour {given(search)}.
    </Notice>
  );
}

function isStale(search: Comparator, state: Comparator): boolean {
  return (
    search.offer.currency !== state.offer.currency ||
    search.offer.amount !== state.offer.amount ||
    search.wish.currency !== state.wish.currency
  );
}

function announcement(outcome: Outcome): string {
  if (outcome.status === 'waiting') return 'Comparaison en cours';
  if (outcome.status !== 'found') return '';
  const [best] = outcome.answer.offers;
  if (!best) return `Aucun bureau pour ${given(outcome.search)}`;
  return `${bureaux(outcome.answer.total)} pour ${given(outcome.search)}. Meilleure offre : ${best.company.name}, ${formatAmount(
    best.co_offer.currency,
    centsOf(best.co_offer.amount) ?? 0,
  )}.`;
}

/** What the best offer hands over beyond the last one; null when there is nothing to tell apart. */
function advantageOf(offers: readonly Offer[]): string | null {
  const [first, last] = [offers[0]?.co_offer, offers.at(-1)?.co_offer];
  if (!first || !last) return null;
  const more = (centsOf(first.amount) ?? 0) - (centsOf(last.amount) ?? 0);
  return more > 0 ? formatAmount(first.currency, more) : null;
}

function bureaux(count: number): string {
  return `${count} ${count === 1 ? 'bureau' : 'bureaux'}`;
}

function given({ offer }: Comparator): string {
  return formatShortAmount(offer.currency, offer.amount ?? 0);
}
