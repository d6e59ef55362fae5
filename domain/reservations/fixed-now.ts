import { type Decimal, decimalNumber } from '../money/decimal.ts';
import { formatExactRate } from '../money/format-exact.ts';
import type { FixingSide } from '../rates/draft.ts';

/** Present fixing of the requested side. `updatedAt` in milliseconds since 1970. */
export type FixedNow = {
  readonly rate: Decimal | null;
  readonly updatedAt: number;
  readonly isHeld: boolean;
  readonly isSuspended: boolean;
};

type Hidden = 'no_rate' | 'rate_held' | 'rate_suspended' | 'rate_stale';
export type Obstacle = Hidden | 'rate_changed';

export type Seen = { readonly rate: number; readonly updatedAt: number };

/** null: visible. `compared`: oldest visible fixing (domain/rates/freshness.ts). */
export function findHidden(fixed: FixedNow | null, compared: number): Hidden | null {
  if (!fixed || fixed.rate === null) return 'no_rate';
  if (fixed.isHeld) return 'rate_held';
  if (fixed.isSuspended) return 'rate_suspended';
  return fixed.updatedAt < compared ? 'rate_stale' : null;
}

/**
 * Reason why a seen rate cannot be frozen, or null. A rate confirmed since counts as another one, so the
 * traveller sees it first.
 */
export function findObstacle(fixed: FixedNow | null, seen: Seen, compared: number): Obstacle | null {
  const hidden = findHidden(fixed, compared);
  if (hidden || !fixed?.rate) return hidden ?? 'no_rate';
  // a branch may have another percentage by now
  const isSame = fixed.updatedAt === seen.updatedAt && decimalNumber(fixed.rate) === seen.rate;
  return isSame ? null : 'rate_changed';
}

/** `rate`: the present one, where it may be shown. */
export function formatObstacle(
  obstacle: Obstacle,
  side: FixingSide,
  code: string,
  rate: Decimal | null,
): string {
  const nothingLost = 'La réservation n’est pas faite, et votre saisie est gardée.';
  switch (obstacle) {
    case 'no_rate':
      return `Ce bureau n’a plus de taux ${side === 'sale' ? 'de vente' : 'd’achat'} pour ${code}. ${nothingLost}`;
    case 'rate_held':
      return `Le taux de ce bureau pour ${code} est en cours de vérification. ${nothingLost}`;
    case 'rate_suspended':
      return `Ce bureau n${side === 'sale' ? 'e vend' : '’achète'} pas de ${code} en ce moment. ${nothingLost}`;
    case 'rate_stale':
      return `Le taux de ce bureau pour ${code} est trop ancien pour être garanti. ${nothingLost}`;
    case 'rate_changed': {
      const now = rate ? `\u00a0: il est de ${formatExactRate(rate)}` : '';
      return `Le taux de ce bureau pour ${code} vient de changer${now}. ${nothingLost}`;
    }
  }
}
