export function formatFigure(value: number | null): string {
  return value === null ? '—' : value.toLocaleString('fr-FR', { maximumFractionDigits: 1 });
}

/** Figure of the 30 days before, and the change in percent where it has one. */
export function formatComparison(total: number, before: number): string {
  const formerText = `${formatFigure(before)} les 30 jours d’avant`;
  if (before === 0) return formerText;
  const percent = Math.round((total / before - 1) * 100);
  return `${formerText} (${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toLocaleString('fr-FR')}\u00a0%)`;
}

export function formatRank(rank: number | null, before: number | null): string {
  return `Rang moyen ${formatFigure(rank)} (${formatFigure(before)} les 30 jours d’avant)`;
}
