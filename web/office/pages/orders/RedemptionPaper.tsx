import { centsOf } from '#domain/money/cents.ts';
import { formatAmount } from '#domain/money/format.ts';
import { formatPercentOff } from '#domain/reservations/buy-back.ts';
import { formatLocalMoment, formatPairRate } from '#domain/reservations/format-moment.ts';
import { formatRedeemedNetRate } from '#domain/reservations/redeem.ts';
import type { RedemptionPaper as Paper } from '#domain/reservations/redemption.ts';
import { formatFee } from '#domain/reservations/whole-cost.ts';
import styles from './SlipPage.module.css';

export function RedemptionPaper({ paper, name }: { paper: Paper; name: string }) {
  const { base, currency, number, at, time_zone, percent_off } = paper;
  const facts: (readonly [string, string])[] = [
    ['Premier bordereau', `n°\u00a0${paper.slip}`],
    ['Réservation', `n°\u00a0${paper.reservation.number}`],
    ...(paper.branch ? ([['Agence', paper.branch]] as const) : []),
    ['Opération', `Reprise de ${currency} au client`],
    ['Total rendu par le client', formatAmount(currency, centsOf(paper.amount) ?? 0)],
    ['Taux de la remise', formatPairRate(paper)],
    ...(percent_off > 0 ? ([['Reprise à', `${formatPercentOff(paper)} de moins`]] as const) : []),
    ['Frais et commissions', formatFee(base, 0)],
    ['Total remis au client', formatAmount(base, centsOf(paper.paid) ?? 0)],
    ['Paiement', 'En espèces'],
    ...(name ? ([['Client', name]] as const) : []),
  ];
  return (
    <div className={styles.slip}>
      <div>
        <p className={styles.bureau}>{paper.name}</p>
        {paper.address ? <p>{paper.address}</p> : null}
        {paper.authorisation ? <p>Changeur manuel, n°&nbsp;{paper.authorisation}</p> : null}
      </div>
      <p className={styles.number}>
        Bordereau de reprise n°&nbsp;{number}, le {formatLocalMoment(at, time_zone)}
      </p>
      <dl className={styles.facts}>
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
        {/* the law wants this line alone in bold */}
        <div className={styles.net}>
          <dt>Taux net, frais compris</dt>
          <dd>
            <strong>{formatRedeemedNetRate(paper, percent_off)}</strong>
          </dd>
        </div>
      </dl>
    </div>
  );
}
