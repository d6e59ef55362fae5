import { comparisonQuery } from '#domain/comparator/address.ts';
import { isPurchase } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import type { Offer } from '#domain/offers/offer.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { Brand } from '#web/shared/ui/Brand.tsx';
import { Logo } from '#web/shared/ui/Logo.tsx';
import { formatDistance, positionOf } from '../../format-distance.ts';
import { formatOpenState } from './BranchCard.tsx';
import { formatMidRate } from './format.ts';
import {
  figureLabel,
  figureOf,
  formatCost,
  formatMargin,
  formatMoney,
  formatRates,
  siteHost,
} from './offer-figures.ts';
import styles from './PrintedOffers.module.css';
import type { Around, Outcome } from './use-comparison.ts';

type Props = {
  outcome: Extract<Outcome, { status: 'found' }>;
  title: string;
  currencies: readonly Currency[];
};

export function PrintedOffers({ outcome: { search, answer, around, at, asked }, title, currencies }: Props) {
  const { offers, total, currency_rate } = answer;
  const isByDistance = around !== null && search.where?.sort === 'distance';
  const offerIsBase = isPurchase(search, currencies);
  const url = new URL(`#/?${comparisonQuery(search)}`, location.href).href;
  return (
    <div className={styles.paper}>
      <div className={styles.sign}>
        <span aria-hidden="true">
          <Brand />
        </span>
        <p>{`Parité · comparaison du ${formatMoment(at)}`}</p>
      </div>
      <p className={styles.title}>{title}</p>
      <p className={styles.method}>
        <span>{total > offers.length ? `Les ${offers.length} meilleures offres sur ${total}. ` : ''}</span>
        <span>{`${formatMidRate(currency_rate, at)}\u00a0: ${formatRates(currency_rate.rate, search, offerIsBase).join(', ')}. `}</span>
        <span>
          {isByDistance
            ? 'De la plus proche à la plus lointaine'
            : `Du meilleur montant ${search.typed === 'wish' ? 'à apporter' : 'reçu'} au moins bon, marge comprise`}
        </span>
        <span>
          . Les taux à confirmer viennent à la fin. La liste n’est pas exhaustive, et aucun rang n’est acheté.
          Le taux appliqué reste celui du bureau au moment de l’échange.
        </span>
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Bureau</th>
            <th scope="col">{figureLabel(search)}</th>
            <th scope="col">Taux du bureau</th>
            <th scope="col">Face au taux intermédiaire</th>
            <th scope="col">Taux fixé le</th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => {
            const { verb, cost } = formatCost(offer.costs);
            const [plain, inverse] = formatRates(offer.rate, search, offerIsBase);
            return (
              <tr key={offer.company.name}>
                <th scope="row">
                  <span className={styles.bureau}>
                    <Logo logo={offer.company.logo} name={offer.company.name} />
                    <span>
                      {offer.company.name}
                      <small>{siteHost(offer)}</small>
                      {around ? <small>{formatBranch(offer, around, asked ?? at)}</small> : null}
                    </span>
                  </span>
                </th>
                <td className={`${styles.figure} ${styles.received}`}>
                  <strong>{formatMoney(figureOf(offer, search))}</strong>
                </td>
                <td className={styles.figure}>
                  {plain}
                  <small>{inverse}</small>
                </td>
                <td className={styles.figure}>
                  {`${verb}${cost ?? ''}`}
                  <small>{`marge ${formatMargin(offer, currency_rate.rate, offerIsBase)}`}</small>
                </td>
                <td className={styles.when}>
                  {formatMoment(new Date(offer.updated_at))}
                  {offer.is_fresh ? null : <small>à confirmer</small>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles.method}>{url}</p>
    </div>
  );
}

function formatBranch({ branch }: Offer, { place, here }: Around, at: Date): string {
  if (!branch) return '';
  const position = positionOf(branch);
  const way = position ? formatDistance(here ?? place, position, branch.is_rough) : '';
  const { name, address, city, phone } = branch;
  const found = [name, address, city, way].filter(Boolean).join(', ');
  return [found, formatOpenState(branch, at), phone].filter(Boolean).join('. ');
}
