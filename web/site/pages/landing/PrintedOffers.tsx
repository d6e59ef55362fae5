import { comparisonQuery } from '#domain/comparator/address.ts';
import { isPurchase } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import type { Offer } from '#domain/offers/offer.ts';
import { formatMoment } from '#web/shared/dates.ts';
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
      <p className={styles.sign}>{`Parité · comparaison du ${formatMoment(at)}`}</p>
      <p className={styles.title}>{title}</p>
      <p>
        <span>{total > offers.length ? `Les ${offers.length} meilleures offres sur ${total}. ` : ''}</span>
        <span>{`${formatMidRate(currency_rate, at)}\u00a0: ${formatRates(currency_rate.rate, search, offerIsBase).join(', ')}. `}</span>
        <span>
          {isByDistance
            ? 'De la plus proche à la plus lointaine'
            : `Du meilleur montant ${search.typed === 'wish' ? 'à apporter' : 'reçu'} au moins bon, marge comprise`}
        </span>
        <span>
          {'\u00a0'}; ce qui est à confirmer vient à la fin. La liste n’est pas exhaustive, et aucun rang
          n’est acheté. Le taux appliqué reste celui du bureau au moment de l’échange.
        </span>
      </p>
      <table className={styles.table} data-long={offers.length > 20}>
        <thead>
          <tr>
            <th scope="col">Bureau</th>
            <th scope="col">{figureLabel(search)}</th>
            <th scope="col" colSpan={2}>
              Taux du bureau
            </th>
            <th scope="col">Face au taux intermédiaire</th>
            <th scope="col">Taux fixé le</th>
            {around ? <th scope="col">Guichet</th> : null}
            <th scope="col">Site</th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => {
            const { verb, cost } = formatCost(offer.costs);
            const [plain, inverse] = formatRates(offer.rate, search, offerIsBase);
            return (
              <tr key={offer.company.name}>
                <th scope="row">{offer.company.name}</th>
                <td>
                  <strong>{formatMoney(figureOf(offer, search))}</strong>
                </td>
                <td>{plain}</td>
                <td>{inverse}</td>
                <td>{`${verb}${cost ?? ''}, marge ${formatMargin(offer, currency_rate.rate, offerIsBase)}`}</td>
                <td>
                  {`${formatMoment(new Date(offer.updated_at))}${offer.is_fresh ? '' : ', à confirmer'}`}
                </td>
                {around ? (
                  <td className={styles.branch}>{formatBranch(offer, around, asked ?? at)}</td>
                ) : null}
                <td>{siteHost(offer)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p>{url}</p>
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
