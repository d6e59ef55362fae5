import { centsOf } from '#domain/money/cents.ts';
import { formatAmount } from '#domain/money/format.ts';
import { asHandedOver } from '#domain/reservations/applied.ts';
import { requiresIdentity } from '#domain/reservations/bring.ts';
import { formatLocalMoment, formatPairRate } from '#domain/reservations/format-moment.ts';
import { formatNetRate } from '#domain/reservations/net-rate.ts';
import { formatFee, formatWholeCost } from '#domain/reservations/whole-cost.ts';
import {
  formatBrought,
  formatHandedOver,
  formatLinkedTotal,
  formatPayment,
  type Row,
} from '../../reservations/format.ts';
import { CounterPaper, type Fact } from './CounterPaper.tsx';

export type Slip = NonNullable<Row['slip']>;

type Props = { row: Row; slip: Slip; name: string; isStruck?: boolean };

export function SlipPaper({ row, slip, name, isStruck = false }: Props) {
  const done = asHandedOver(row);
  const { base, currency, offered, received, fee } = done;
  const side = row.side === 'sale' ? 'sale' : 'purchase';
  const cents = (amount: number) => centsOf(amount) ?? 0;
  const price = { offered: cents(offered), received: cents(received), fee: cents(fee) };
  const exchange = { ...done, side } as const;
  const [brought, handedOut] = side === 'sale' ? [base, currency] : [currency, base];
  const facts: Fact[] = [
    ['Réservation', `n°\u00a0${row.number}`],
    ...(row.branch ? ([['Agence', row.branch.name]] as const) : []),
    ['Opération', side === 'sale' ? `Vente de ${currency} au client` : `Achat de ${currency} au client`],
    ['Montant reçu du client, hors frais', formatAmount(brought, price.offered)],
    ['Taux appliqué', formatPairRate(done)],
    ...(row.applied ? ([['Taux réservé', formatPairRate(row)]] as const) : []),
    ['Contre-valeur', formatAmount(handedOut, price.received)],
    ['Frais et commissions', formatFee(base, price.fee)],
    ['Total versé par le client', formatBrought(row)],
    ['Total remis au client', formatHandedOver(row)],
    ...(row.mid_rate ? ([['Coût total', formatWholeCost(exchange, price, row.mid_rate)]] as const) : []),
    ...(row.linked.length > 0 && requiresIdentity(done)
      ? ([
          [
            'Opérations liées',
            `${row.linked.map(({ number }) => `n°\u00a0${number}`).join(', ')}, total ${formatLinkedTotal(row)}`,
          ],
        ] as const)
      : []),
    ...(requiresIdentity(done) ? ([['Pièce d’identité', 'À présenter']] as const) : []),
    ['Paiement', formatPayment(row.payment)],
    ...(name ? ([['Client', name]] as const) : []),
  ];
  return (
    <CounterPaper
      bureau={slip}
      title={`Bordereau de change n°\u00a0${slip.number}, le ${formatLocalMoment(slip.at, row.time_zone)}`}
      facts={facts}
      netRate={formatNetRate(exchange, price)}
      isStruck={isStruck}
    >
      {/* printed for a later return, when the reservation may be erased */}
      {isStruck ? null : row.promise.map((sentence) => <p key={sentence}>{sentence}</p>)}
    </CounterPaper>
  );
}
