export function formatFictional(count: number): string {
  return `${count} ${count > 1 ? 'bureaux' : 'bureau'} de démonstration`;
}
