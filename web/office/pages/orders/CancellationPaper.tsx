import { formatLocalMoment } from '#domain/reservations/format-moment.ts';
import type { StruckSlip } from '#domain/reservations/reservation.ts';
import type { UndoReason } from '#domain/reservations/states.ts';
import { undoWords } from '#domain/reservations/words.ts';
import { formatBrought, formatHandedOver, type Row } from '../../reservations/format.ts';
import { CounterPaper, type Fact } from './CounterPaper.tsx';

export function CancellationPaper({ row, struck }: { row: Row; struck: StruckSlip }) {
  const { number, at, struck_at, reason, applied } = struck;
  const done = { ...row, applied };
  const facts: Fact[] = [
    ['Bordereau annulé', `n°\u00a0${number}, du ${formatLocalMoment(at, row.time_zone)}`],
    ['Réservation', `n°\u00a0${row.number}`],
    ['Motif', undoWords[reason as UndoReason] ?? reason],
    ['À rendre par le client', formatHandedOver(done)],
    ['À rendre au client', formatBrought(done)],
  ];
  return (
    <CounterPaper
      bureau={struck}
      title={`Annulation du bordereau de change n°\u00a0${number}, le ${formatLocalMoment(struck_at, row.time_zone)}`}
      facts={facts}
    />
  );
}
