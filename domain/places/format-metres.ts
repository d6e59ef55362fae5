// '400 m', '1,2 km', '12 km'.
export function formatMetres(metres: number): string {
  if (metres < 950) return `${Math.max(50, Math.round(metres / 50) * 50)}\u00a0m`;
  const km = metres < 9950 ? Math.round(metres / 100) / 10 : Math.round(metres / 1000);
  return `${String(km).replace('.', ',')}\u00a0km`;
}
