import { centsOf } from '#domain/money/cents.ts';
import { formatAmount } from '#domain/money/format.ts';
import { formatPercentOff } from '#domain/reservations/buy-back.ts';
import { formatLocalMoment, formatPairRate } from '#domain/reservations/format-moment.ts';
import { formatRedeemedNetRate } from '#domain/reservations/redeem.ts';
import type { RedemptionPaper as Paper } from '#domain/reservations/redemption.ts';
import { formatFee } from '#domain/reservations/whole-cost.ts';
import { CounterPaper, type Fact } from './CounterPaper.tsx';

export function RedemptionPaper({ paper, name }: { paper: Paper; name: string }) {
  const { base, currency, number, at, time_zone, percent_off } = paper;
  const facts: Fact[] = [
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
    <CounterPaper
      bureau={paper}
      title={`Bordereau de reprise n°\u00a0${number}, le ${formatLocalMoment(at, time_zone)}`}
      facts={facts}
      netRate={formatRedeemedNetRate(paper, percent_off)}
    />
  );
}
