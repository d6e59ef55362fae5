import {
  type Comparator,
  changeAmount,
  changeCurrency,
  startComparator,
} from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import type { Cents } from '#domain/money/cents.ts';

/** A journey, what to know of its money, and the exchange that it calls for. */
export type Situation = {
  title: string;
  text: string;
  /** the currency that is not the base, and whether it is given or wished */
  currency: string;
  side: 'offer' | 'wish';
  amount: Cents;
  /** the article of the blog that says more, and what it says */
  article: { id: string; about: string };
};

export const SITUATIONS: readonly Situation[] = [
  {
    title: 'Un week-end à Londres',
    text: 'La carte passe presque partout, métro et bus compris. Quelques livres suffisent pour les marchés et les imprévus.',
    currency: 'GBP',
    side: 'wish',
    amount: 10_000,
    article: { id: 'carte-ou-especes', about: 'Carte ou espèces, faire la part des deux' },
  },
  {
    title: 'Un mois au Vietnam',
    text: 'Hors des grandes villes, on paie surtout en espèces. Prenez de quoi passer les premiers jours, puis changez sur place au fur et à mesure.',
    currency: 'VND',
    side: 'wish',
    amount: 15_000,
    article: { id: 'bureau-d-aeroport', about: 'Ce que coûte un change à l’arrivée' },
  },
  {
    title: 'Retour avec des dirhams',
    text: 'Le dirham se revend d’abord au Maroc, avant le départ, reçus en main. En France, peu de bureaux le reprennent : voyez lesquels.',
    currency: 'MAD',
    side: 'offer',
    amount: 150_000,
    article: { id: 'devises-non-convertibles', about: 'Ces devises qui restent chez elles' },
  },
  {
    title: 'Une route aux États-Unis',
    text: 'La carte règle presque tout ; gardez des petites coupures pour les pourboires. Au terminal, payez en dollars et non en euros.',
    currency: 'USD',
    side: 'wish',
    amount: 50_000,
    article: { id: 'conversion-dynamique', about: 'Refuser la conversion en euros' },
  },
  {
    title: 'Cent dollars dans un tiroir',
    text: 'Les faire racheter coûte une seconde marge. Comparez ce qu’on vous en donne, puis décidez de les garder ou non.',
    currency: 'USD',
    side: 'offer',
    amount: 10_000,
    article: { id: 'rachat-de-devises', about: 'Que faire des billets qui restent' },
  },
];

/** The comparator as a situation fills it; null when its currency is not listed. */
export function fillComparator(
  { currency, side, amount }: Situation,
  currencies: readonly Currency[],
): Comparator | null {
  if (!currencies.some(({ code }) => code === currency)) return null;
  const pair = changeCurrency(startComparator(currencies), side, currency, currencies);
  return changeAmount(pair, 'offer', amount, currencies);
}
