import { Link } from 'react-router';
import { comparisonQuery } from '#domain/comparator/address.ts';
import { type Comparator, isPurchase } from '#domain/comparator/comparator.ts';
import { isSameWhere } from '#domain/comparator/where.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { isOldMidRate } from '#domain/currencies/mid-rate.ts';
import { RESTRICTED, RESTRICTED_ARTICLE } from '#domain/currencies/restricted.ts';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import { formatHour } from '#web/shared/dates.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { ScrollLink } from '../../layout/ScrollLink.tsx';
import { detourOf } from './detour.ts';
import { ExcludedOffers, Filters } from './Filters.tsx';
import { describeIgnored, formatRateDay, formatSearch } from './format.ts';
import { placeName } from './format-filters.ts';
import { LeadCapture } from './LeadCapture.tsx';
import { Elsewhere, NoOffer } from './NoOffer.tsx';
import { OfferList } from './OfferList.tsx';
import styles from './Offers.module.css';
import { OffersMenu } from './OffersMenu.tsx';
import { OffersWithMap, useMapState } from './OffersWithMap.tsx';
import { advantageOf, areEqual, bestOf, formatLastRank, groupByFreshness } from './offer-figures.ts';
import { PrintedOffers } from './PrintedOffers.tsx';
import results from './Results.module.css';
import type { Comparison, Outcome } from './use-comparison.ts';
import { useNow } from './use-now.ts';
import { useOpeningChanges, useRenewal } from './use-renewal.ts';

type Found = Extract<Outcome, { status: 'found' }>;
type Props = {
  outcome: Found;
  currentSearch: Comparator;
  title: string;
  currencies: readonly Currency[];
  comparison: Comparison;
};

export function Offers({ outcome, currentSearch, title, currencies, comparison }: Props) {
  const { search, answer, around } = outcome;
  const { offers } = answer;
  const now = useNow();
  const mapState = useMapState();
  const lost = describeIgnored(comparison);
  useRenewal(outcome, comparison);
  useOpeningChanges(outcome, comparison);
  const list = { answer, now, moment: outcome.asked ?? now, search, currencies };
  // offers of 0 get no link
  const [leading, ...others] = offers.filter(({ co_offer }) => co_offer.amount > 0);
  const foreign = isPurchase(search, currencies) ? search.wish.currency : search.offer.currency;
  const label = currencies.find(({ code }) => code === foreign)?.label ?? foreign;
  return (
    <>
      {isStale(currentSearch, comparison.state) ? (
        <Stale search={search} onCompare={() => comparison.compare(comparison.state)} />
      ) : null}
      {/* scroll target, where the form's own message is out of sight */}
      {lost ? <Notice className={styles.notice}>{lost}</Notice> : null}
      {offers.length === 0 ? (
        <NoOffer title={title} code={foreign} label={label} outcome={outcome} />
      ) : (
        <Question search={search} around={around} />
      )}
      <div className={styles.head}>
        {offers.length === 0 ? null : <Heading title={title} total={answer.total} />}
        {/* fixed position for every outcome, so that the pressed button keeps the focus */}
        {around ? (
          <Filters
            search={currentSearch}
            place={around.place}
            comparison={comparison}
            mapState={offers.length > 0 ? mapState : null}
          />
        ) : null}
        {offers.length === 0 ? null : (
          <OffersMenu key={comparisonQuery(search)} search={search} title={title} />
        )}
      </div>
      {offers.length === 0 ? (
        <Elsewhere outcome={outcome} comparison={comparison} />
      ) : (
        <>
          <Ranking outcome={outcome} />
          <div className={styles.found} aria-busy={currentSearch !== search}>
            {isOldMidRate(answer.currency_rate.at, now) ? (
              <OldMidRate at={answer.currency_rate.at} now={now} />
            ) : null}
            {RESTRICTED.includes(foreign) ? <Restricted code={foreign} label={label} /> : null}
            {around ? (
              <OffersWithMap outcome={outcome} around={around} mapState={mapState}>
                <OfferList {...list} around={around} mapState={mapState} />
              </OffersWithMap>
            ) : (
              <OfferList {...list} around={null} mapState={null} />
            )}
            {around ? <ExcludedOffers outcome={outcome} /> : null}
          </div>
        </>
      )}
      {offers.length === 0 ? null : <PrintedOffers outcome={outcome} title={title} currencies={currencies} />}
      {leading ? <LeadCapture offers={[leading, ...others]} search={search} /> : null}
    </>
  );
}

function Question({ search, around }: Pick<Found, 'search' | 'around'>) {
  const { offer, wish, typed } = search;
  return (
    <ScrollLink section="comparateur" className={styles.question}>
      <span>
        {`${formatSearch(search)} ${typed === 'wish' ? `contre ${offer.currency}` : `→ ${wish.currency}`}`}
        {around ? ` · ${placeName(around.place).replace(/ arrondissement$/, '')}` : null}
      </span>
    </ScrollLink>
  );
}

function Heading({ title, total }: { title: string; total: number }) {
  return (
    <h2 id="offres" className={results.title} tabIndex={-1} aria-label={title}>
      <span className={styles.narrow}>{`${total} ${total === 1 ? 'bureau' : 'bureaux'}`}</span>
      <span className={styles.wide}>{title}</span>
    </h2>
  );
}

export function Ranking({ outcome }: { outcome: Found }) {
  const { search, answer, around } = outcome;
  const { offers, total } = answer;
  const isWish = search.typed === 'wish';
  const compared = groupByFreshness(offers)[0]?.offers ?? [];
  const isByDistance = around !== null && search.where?.sort === 'distance';
  const advantage = isByDistance ? null : advantageOf(compared, search);
  const detour = detourOf(outcome);
  const renewed = describeRenewal(outcome);
  return (
    <>
      {detour ? (
        <p className={styles.advantage}>
          <span className={styles.wide}>
            <span translate="no">{detour.name}</span> remet{' '}
          </span>
          <strong translate="no">{detour.more}</strong>
          <span>{' de plus'}</span>
          <span className={styles.wide}>{' que le plus proche,'}</span>
          <span>{` à ${detour.far}`}</span>
          <span className={styles.wide}>{` au lieu de ${detour.near}`}</span>
        </p>
      ) : advantage ? (
        <p className={styles.advantage}>
          <span
            className={styles.wide}
          >{`La première offre vous ${isWish ? 'fait économiser' : 'remet'} `}</span>
          <strong translate="no">{advantage.amount}</strong>
          {advantage.amount.startsWith(advantage.currency) ? null : (
            <span className={styles.wide}>{` (${advantage.currency})`}</span>
          )}
          <span>{` ${isWish ? 'sur' : 'de plus que'} la ${formatLastRank(compared, offers, total)}`}</span>
        </p>
      ) : areEqual(compared, search) ? (
        <p className={styles.advantage}>
          {`Même montant de la première à la ${formatLastRank(compared, offers, total)}`}
        </p>
      ) : null}
      {renewed ? <p className={styles.renewed}>{renewed}</p> : null}
      <p className={styles.ranking}>
        <span>
          {`${total > offers.length ? `${offers.length} offres sur ${total},` : 'Classées'} par ${isByDistance ? 'distance' : `montant ${isWish ? 'à apporter' : 'reçu'}`} · liste non exhaustive · aucun rang acheté · `}
        </span>
        <ScrollLink section="fonctionnement">Méthode</ScrollLink>
      </p>
    </>
  );
}

/** Result of a renewed search, telling whether the order changed; null: not a renewal. */
export function describeRenewal(outcome: Outcome): string | null {
  if (outcome.status !== 'found' || !outcome.before) return null;
  const { answer, before, at, search } = outcome;
  const first = bestOf(answer.offers, search);
  const when = `Comparé à nouveau ${formatHour(at)}`;
  if (order(answer) === order(before)) return `${when} : l’ordre des offres n’a pas changé.`;
  const best = first ? ` La meilleure est celle de ${first.company.name}.` : '';
  return `${when} : l’ordre des offres a changé.${best}`;
}

function order({ offers }: OffersAnswer): string {
  return offers.map(({ company, is_fresh }) => `${company.name} ${is_fresh}`).join('\n');
}

function OldMidRate({ at, now }: { at: string; now: Date }) {
  return (
    <Notice className={styles.notice} tone="warning">
      {`Le taux intermédiaire date du ${formatRateDay(at, now)}, il y a plus de trois jours. Les écarts sont mesurés sur ce taux-là.`}
    </Notice>
  );
}

function Restricted({ code, label }: { code: string; label: string }) {
  return (
    <Notice className={styles.notice} tone="warning">
      <p>
        <span>{`Monnaie à circulation limitée (${label}, ${code}). Son pays restreint ou interdit l’entrée et la sortie de ses billets.`}</span>{' '}
        <Link to={`/blog/view/${RESTRICTED_ARTICLE}`}>Ce qu’il faut savoir avant d’en changer</Link>
      </p>
    </Notice>
  );
}

function Stale({ search, onCompare }: { search: Comparator; onCompare: () => void }) {
  const searchText = `${formatSearch(search)} ${search.typed === 'wish' ? `contre ${search.offer.currency}` : `en ${search.wish.currency}`}`;
  return (
    <Notice
      className={styles.stale}
      action={
        <Button variant="secondary" onClick={onCompare}>
          Comparer à nouveau
        </Button>
      }
    >
      {`Votre demande a changé. Les offres ci-dessous restent celles de votre recherche pour ${searchText}.`}
    </Notice>
  );
}

function isStale(search: Comparator, state: Comparator): boolean {
  return (
    !isSameWhere(search.where, state.where) ||
    search.offer.currency !== state.offer.currency ||
    search.wish.currency !== state.wish.currency ||
    search.typed !== state.typed ||
    search[search.typed].amount !== state[state.typed].amount
  );
}
