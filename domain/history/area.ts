// Area of daily offers over all branches.
export const EVERYWHERE = '';

// Department of a commune by its INSEE code: '69', '2A', '974'.
export function departmentOf(commune: string): string {
  return commune.startsWith('97') || commune.startsWith('98') ? commune.slice(0, 3) : commune.slice(0, 2);
}
