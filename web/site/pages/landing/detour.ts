import { formatShortAmount } from '#domain/money/format.ts';
import { metresBetween } from '#domain/places/distance.ts';
import { formatMetres } from '#domain/places/format-metres.ts';
import { positionOf } from '../../format-distance.ts';
import { figureOf } from './offer-figures.ts';
import type { Outcome } from './use-comparison.ts';

// Gain of the way to the best offer, with its distance and that of the nearest.
type Detour = { readonly name: string; readonly more: string; readonly far: string; readonly near: string };

/** null: the best is the nearest, or the list is sorted by amount, where a company may have a nearer branch. */
export function detourOf({ answer, around, search }: Extract<Outcome, { status: 'found' }>): Detour | null {
  const from = around?.here ?? around?.place;
  if (!from || search.typed === 'wish' || search.where?.sort !== 'distance') return null;
  const doors = answer.offers.flatMap((offer) => {
    const at = offer.branch && positionOf(offer.branch);
    return at ? [{ offer, metres: metresBetween(from, at) }] : [];
  });
  const [first] = doors;
  if (!first) return null;
  const nearest = doors.reduce((a, b) => (b.metres < a.metres ? b : a));
  const worth = ({ offer }: typeof first) => (offer.is_fresh ? offer.co_offer.amount : 0);
  const best = doors.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  if (!nearest.offer.is_fresh) return null;
  const [much, less] = [best, nearest].map(({ offer }) => figureOf(offer, search));
  if (!much || !less || much.amount <= less.amount || best.metres - nearest.metres < 100) return null;
  if (best.offer.branch?.is_rough || nearest.offer.branch?.is_rough) return null;
  return {
    name: best.offer.company.name,
    more: formatShortAmount(much.currency, Math.round((much.amount - less.amount) * 100)),
    far: formatMetres(best.metres),
    near: formatMetres(nearest.metres),
  };
}
