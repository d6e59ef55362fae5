import type { Reliability } from './booking.ts';

// 'Sur 42 réservations : 95 % acceptées, 98 % prêtes à l’heure.'
export function formatReliability({ reservations, accepted, on_time, honoured }: Reliability): string {
  const percent = (share: number) => `${Math.floor(share * 100)}\u00a0%`;
  const parts = [
    `${percent(accepted)} acceptées`,
    on_time === null ? '' : `${percent(on_time)} prêtes à l’heure`,
    honoured === null ? '' : `${percent(honoured)} remises au taux affiché`,
  ];
  return `Sur ${reservations} réservations\u00a0: ${parts.filter(Boolean).join(', ')}.`;
}
