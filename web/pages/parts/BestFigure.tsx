import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import { formatFixedAt, formatLongDay } from '#domain/pages/format-fixed.ts';
import type { CurrencyName, MidRateView, Offers } from '#domain/pages/page.ts';
import { countCompanies, formatCosts, formatMidPair, inPlural } from '../words.ts';
import styles from './BestFigure.module.css';

// Characters that a phone has room for in the usual size.
const LONG = 15;

type Props = {
  result: Offers;
  midRate: MidRateView;
  base: CurrencyName;
  today: string;
  isNear?: boolean;
};

// Amount that the best company hands over, with the two bars of the house.
export function BestFigure({ result, midRate, base, today, isNear = false }: Props) {
  const { from, to, amount, worth, total, offers } = result;
  const [best] = offers;
  const observed = formatLongDay(midRate.at.slice(0, 10), today);
  const rate = formatMidPair(midRate.rate, from, to, from.code === base.code);
  return (
    <div className={styles.card}>
      <p className={styles.sum}>
        <span className={styles.given}>{formatShortAmount(from.code, amount)}</span>{' '}
        {best ? (
          <Received text={`= ${formatAmount(to.code, best.received)}`} />
        ) : (
          <span className={styles.none}>{`en ${inPlural(to)}`}</span>
        )}
      </p>
      {best ? (
        <>
          <p>
            {total === 1 ? 'La seule offre, chez ' : `La meilleure offre de ${countCompanies(total)}, chez `}
            <a href={`/bureaux/${best.company.slug}`}>{best.company.name}</a>
            {`. Son taux ${best.isFresh ? 'a été' : 'est à confirmer, il a été'} fixé ${formatFixedAt(best.fixedAt, today)}. `}
            {best.costs === 0
              ? null
              : `Face au taux intermédiaire, cet échange ${formatCosts(base, best.costs)}.`}
          </p>
          <Bars worth={worth} received={best.received} />
        </>
      ) : (
        <p>
          {isNear
            ? 'Aucun des bureaux comparés ne propose cet échange près d’ici en ce moment.'
            : 'Aucun des bureaux comparés ne propose cet échange en ce moment. Chaque bureau fixe ses taux quand il le décide.'}
        </p>
      )}
      <p className={styles.mid}>
        {`Au taux intermédiaire\u00a0: ${formatAmount(to.code, worth)}, soit ${rate} le ${observed} (source\u00a0: ${midRate.source}).`}
        {midRate.isOld ? ' Ce taux a plus de trois jours.' : null}
      </p>
    </div>
  );
}

function Received({ text }: { text: string }) {
  const isLong = text.length > LONG;
  return <strong className={isLong ? `${styles.received} ${styles.long}` : styles.received}>{text}</strong>;
}

function Bars({ worth, received }: { worth: number; received: number }) {
  const most = Math.max(worth, received);
  // share of the width, never of money
  const width = (amount: number) => `${Math.round((10_000 * amount) / most) / 100}%`;
  return (
    <svg className={styles.bars} aria-hidden="true">
      <rect className={styles.upper} width={width(worth)} height="10" rx="5" />
      <rect className={styles.lower} y="18" width={width(received)} height="10" rx="5" />
    </svg>
  );
}
