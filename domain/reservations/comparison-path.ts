import { startWhere, whereQuery } from '../comparator/where.ts';
import type { Reservation } from './reservation.ts';

type Compared = Pick<Reservation, 'side' | 'base' | 'currency' | 'offered' | 'branch'>;

// Path of a comparison with the amount, the currencies, their direction and the commune of a reservation.
export function comparisonPath({ side, base, currency, offered, branch }: Compared): string {
  const [given, wished] = side === 'sale' ? [base, currency] : [currency, base];
  const where = branch?.commune ? whereQuery(startWhere(branch.commune)) : '';
  return `/?offre=${offered}&de=${given}&vers=${wished}${where}`;
}
