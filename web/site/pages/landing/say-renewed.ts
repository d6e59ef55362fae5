import type { OffersAnswer } from '#domain/offers/offer.ts';
import { sayHour } from '#web/shared/dates.ts';
import type { Outcome } from './use-comparison.ts';

/** Of a search that was made again aside, whether its offers stand in another order; null of any other. */
export function sayRenewed(outcome: Outcome): string | null {
  if (outcome.status !== 'found' || !outcome.before) return null;
  const { answer, before, at } = outcome;
  const [first] = answer.offers;
  const when = `Comparé à nouveau ${sayHour(at)}`;
  if (order(answer) === order(before)) return `${when} : l’ordre des offres n’a pas changé.`;
  const best = first ? ` La meilleure est celle de ${first.company.name}.` : '';
  return `${when} : l’ordre des offres a changé.${best}`;
}

function order({ offers }: OffersAnswer): string {
  return offers.map(({ company, is_fresh }) => `${company.name} ${is_fresh}`).join('\n');
}
