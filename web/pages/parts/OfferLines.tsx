import { formatAmount } from '#domain/money/format.ts';
import { formatFixedAt } from '#domain/pages/format-fixed.ts';
import type { CurrencyName, Offers } from '#domain/pages/page.ts';
import { formatMetres } from '#domain/places/format-metres.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { countCompanies, formatCosts, formatPair } from '../words.ts';
import styles from './OfferLines.module.css';

type Props = { result: Offers; base: CurrencyName; today: string };

export function OfferLines({ result: { from, to, offers, total }, base, today }: Props) {
  return (
    <>
      <p className={styles.rule}>
        {`${countCompanies(total)} ${total > 1 ? 'comparés' : 'comparé'}, ${offers.length < total ? `les ${offers.length} meilleurs ci-dessous, ` : ''}par montant reçu. La liste n’est pas exhaustive et aucun rang n’est acheté. `}
        <a href="/methode">Notre méthode</a>
      </p>
      <ol className={styles.list}>
        {offers.map(({ company, branch, metres, rate, received, costs, fixedAt, isFresh }) => (
          <li key={company.slug} className={styles.line}>
            <div className={styles.row}>
              <p className={styles.name}>
                <a href={`/bureaux/${company.slug}`}>{company.name}</a>
                {branch === null
                  ? null
                  : `, ${branch}${metres === null ? '' : ` à\u00a0${formatMetres(metres)}`}`}{' '}
                {company.isPartner ? <Badge tone="partner">Partenaire</Badge> : null}
              </p>
              <p className={styles.amount}>
                <strong>{formatAmount(to.code, received)}</strong>
              </p>
            </div>
            <div className={styles.row}>
              <p className={styles.rate}>
                {`${formatPair(rate, from, to, from.code === base.code)}, ${isFresh ? 'fixé' : 'à confirmer, fixé'} ${formatFixedAt(fixedAt, today)}`}
              </p>
              <p className={styles.cost}>{formatCosts(base, costs)}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
