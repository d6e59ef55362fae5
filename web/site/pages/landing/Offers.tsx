import { useState } from 'react';
import { comparisonQuery } from '#domain/comparator/address.ts';
import type { Comparator } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount } from '#domain/money/format.ts';
import type { Money, Offer } from '#domain/offers/offer.ts';
import { sayWhen } from '#web/shared/dates.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Picture } from '#web/shared/ui/Picture.tsx';
import { useMediaQuery } from '#web/shared/ui/use-media-query.ts';
import { ScrollLink } from '../../layout/ScrollLink.tsx';
import noOfferPicture from '../../pictures/no-offer.svg';
import { Bureau } from './Bureau.tsx';
import { chooseOffer } from './choose-offer.ts';
import { LeadCapture } from './LeadCapture.tsx';
import styles from './Offers.module.css';
import { advantageOf, figureOf, said, sayLast, startOf } from './offer-figures.ts';
import results from './Results.module.css';
import { Share } from './Share.tsx';
import { saySearch } from './say-search.ts';
import type { Comparison, Outcome } from './use-comparison.ts';

type Props = {
  outcome: Extract<Outcome, { status: 'found' }>;
  /** how many bureaux, for what */
  title: string;
  currencies: readonly Currency[];
  comparison: Comparison;
};

/** What was found: how many bureaux, how they are ranked, their offers, and the way to one of them. */
export function Offers({ outcome, title, currencies, comparison: { state, compare } }: Props) {
  const { search, answer, at } = outcome;
  const { offers, total } = answer;
  const [best] = offers;
  // a bureau that hands over nothing for so little is led to by no way
  const [leading, ...others] = offers.filter(({ co_offer }) => co_offer.amount > 0);
  const stale = isStale(search, state) ? (
    <Stale given={saySearch(search)} onCompare={() => compare(state)} />
  ) : null;
  if (!best) {
    return (
      <>
        {stale}
        <NoOffer title={title} search={search} currencies={currencies} />
      </>
    );
  }
  const isWish = search.typed === 'wish';
  const compared = byFreshness(offers)[0]?.offers ?? [];
  const advantage = advantageOf(compared, search);
  const last = sayLast(compared, offers, total);
  return (
    <>
      {stale}
      <div className={styles.head}>
        <h2 id="offres" className={results.title}>
          {title}
        </h2>
        {advantage ? (
          <p className={styles.advantage}>
            La meilleure offre vous {isWish ? 'fait économiser' : 'remet'} <strong>{advantage}</strong>{' '}
            {isWish ? 'sur' : 'de plus que'} la {last}
          </p>
        ) : null}
        <Share key={comparisonQuery(search)} search={search} title={title} />
      </div>
      <p className={styles.ranking}>
        {total > offers.length ? `Voici les ${offers.length} meilleures offres sur ${total}. ` : ''}
        Classées par montant {isWish ? 'à apporter' : 'reçu'}, marge comprise. Liste non exhaustive ; aucun
        bureau ne paie pour son rang.{' '}
        <ScrollLink section="fonctionnement">Comment fonctionne le comparateur</ScrollLink>
      </p>
      <List offers={offers} now={at} search={search} currencies={currencies} />
      {leading ? <LeadCapture offers={[leading, ...others]} search={search} /> : null}
    </>
  );
}

const RANKED = 'Offres des bureaux, de la meilleure à la dernière';
const TO_CONFIRM = 'Taux à confirmer auprès du bureau';

type ListProps = {
  offers: readonly Offer[];
  now: Date;
  search: Comparator;
  currencies: readonly Currency[];
};

/** In their rank: a table where there is room, rows on a phone (spec 2). */
function List(props: ListProps) {
  return useMediaQuery('--desktop-up') ? <Table {...props} /> : <Rows {...props} />;
}

function Table({ offers, now, ...asked }: ListProps) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{RANKED}</caption>
      <thead>
        <tr>
          <th scope="col">Bureau</th>
          <th scope="col">{figureName(asked.search)}</th>
          <th scope="col">Face au taux intermédiaire</th>
          <th scope="col">Taux fixé</th>
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
            <tr key={offer.company.name} className={offer === offers[0] ? styles.best : undefined}>
              <th scope="row">
                <Bureau company={offer.company}>{hostOf(offer)}</Bureau>
              </th>
              <td className={styles.received}>{said(figureOf(offer, asked.search))}</td>
              <td>
                <TwoBars midValue={offer.ct_wish.amount} received={offer.co_offer.amount} />
                <p className={styles.cost}>
                  <Cost costs={offer.costs} />
                </p>
              </td>
              <td className={styles.when}>
                <FixedAt offer={offer} now={now} />
              </td>
              <td className={styles.choice}>
                <Choose offer={offer} isBest={offer === offers[0]} {...asked} />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Rows({ offers, now, ...asked }: ListProps) {
  return byFreshness(offers).map(({ isFresh, offers: group }) => (
    <section key={String(isFresh)} aria-labelledby={isFresh ? undefined : 'a-confirmer'}>
      {isFresh ? null : (
        <h3 id="a-confirmer" className={styles.toConfirm}>
          {TO_CONFIRM}
        </h3>
      )}
      <ol className={styles.rows} aria-label={isFresh ? RANKED : TO_CONFIRM}>
        {group.map((offer) => (
          <li
            key={offer.company.name}
            className={offer === offers[0] ? `${styles.row} ${styles.best}` : styles.row}
          >
            <p className={styles.received}>
              <span className={styles.receivedLabel}>{figureName(asked.search)}</span>{' '}
              {said(figureOf(offer, asked.search))}
            </p>
            <Bureau company={offer.company}>{hostOf(offer)}</Bureau>
            <div className={styles.gap}>
              <TwoBars midValue={offer.ct_wish.amount} received={offer.co_offer.amount} />
              <p className={styles.cost}>
                <Cost costs={offer.costs} /> face au taux intermédiaire
              </p>
              <p className={styles.when}>
                Taux fixé <FixedAt offer={offer} now={now} />
              </p>
            </div>
            <Choose offer={offer} isBest={offer === offers[0]} {...asked} />
          </li>
        ))}
      </ol>
    </section>
  ));
}

/** What is fresh, then what is to be confirmed, each in its rank (contract 2); a part that is empty is left out. */
function byFreshness(offers: readonly Offer[]) {
  return [true, false]
    .map((isFresh) => ({ isFresh, offers: offers.filter(({ is_fresh }) => is_fresh === isFresh) }))
    .filter(({ offers: group }) => group.length > 0);
}

function figureName({ typed }: Comparator): string {
  return typed === 'wish' ? 'Vous apportez' : 'Vous recevez';
}

/** What the exchange costs against the mid rate; negative, the bureau beats it (contract 2). */
function Cost({ costs }: { costs: Money }) {
  const cents = centsOf(costs.amount) ?? 0;
  if (cents === 0) return 'sans écart';
  return (
    <>
      {cents > 0 ? 'coûte ' : 'fait gagner '}
      <strong>{formatAmount(costs.currency, Math.abs(cents))}</strong>
    </>
  );
}

function FixedAt({ offer, now }: { offer: Offer; now: Date }) {
  return <time dateTime={offer.updated_at}>{sayWhen(new Date(offer.updated_at), now)}</time>;
}

type ChooseProps = { offer: Offer; isBest: boolean } & Pick<ListProps, 'search' | 'currencies'>;

function Choose({ offer, isBest, search, currencies }: ChooseProps) {
  const { company } = offer;
  const [isLeaving, setLeaving] = useState(false);
  const start = startOf(offer, search, currencies);
  if (start !== null) return <p className={styles.start}>À partir de {start}</p>;
  return (
    <Button
      variant={isBest ? 'primary' : 'secondary'}
      aria-label={`Choisir ${company.name}`}
      aria-disabled={isLeaving}
      onClick={() => {
        if (isLeaving) return;
        setLeaving(true);
        void chooseOffer(company.site).finally(() => setLeaving(false));
      }}
    >
      Choisir
    </Button>
  );
}

function hostOf({ company }: Offer): string {
  return new URL(company.site).host.replace(/^www\./, '');
}

// Margins of a few hundredths would not be seen at their true size: every gap is drawn 6 times larger, the
// same for all bureaux and all searches (said under 'Comment fonctionne le comparateur').
const ENLARGED = 6;
// in hundredths of the width: what is left on the right is for a bureau that beats the mid rate
const FULL = 90;
const SHORTEST = 6;

/** The sign of the house as the picture of an offer: above, the value at the mid rate; below, what is received. */
function TwoBars({ midValue, received }: { midValue: number; received: number }) {
  const gap = (midValue - received) / midValue;
  const lower = Math.min(100, Math.max(SHORTEST, FULL * (1 - gap * ENLARGED)));
  return (
    <span className={styles.bars} aria-hidden="true">
      <span className={styles.upper} style={{ width: `${FULL}%` }} />
      <span className={styles.lower} style={{ width: `${lower}%` }} />
    </span>
  );
}

type NoOfferProps = { title: string; search: Comparator; currencies: readonly Currency[] };

function NoOffer({ title, search, currencies }: NoOfferProps) {
  const [base] = currencies;
  const code = search.offer.currency === base?.code ? search.wish.currency : search.offer.currency;
  const label = currencies.find((currency) => currency.code === code)?.label ?? code;
  return (
    <div className={results.message}>
      <Picture className={results.picture} src={noOfferPicture} width={320} height={200} />
      <h2 id="offres" className={results.title}>
        {title}
      </h2>
      <p>
        Aucun des bureaux comparés ne propose actuellement cet échange ({label}, {code}). Les offres changent
        chaque jour : essayez une autre devise, ou revenez demain.
      </p>
      <ScrollLink section="comparateur">Changer de devise</ScrollLink>
    </div>
  );
}

/** The offers shown are those of another request: it is said, and they stay until asked again. */
function Stale({ given, onCompare }: { given: string; onCompare: () => void }) {
  return (
    <Notice
      className={styles.stale}
      action={
        <Button variant="secondary" onClick={onCompare}>
          Comparer à nouveau
        </Button>
      }
    >
      Votre demande a changé. Les offres ci-dessous restent celles de votre recherche pour {given}.
    </Notice>
  );
}

function isStale(search: Comparator, state: Comparator): boolean {
  return (
    search.offer.currency !== state.offer.currency ||
    search.wish.currency !== state.wish.currency ||
    search.typed !== state.typed ||
    search[search.typed].amount !== state[state.typed].amount
  );
}
