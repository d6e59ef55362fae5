import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { rankStandings } from '#domain/offers/rank.ts';
import { anOffer, anOffersAnswer } from '#domain/testing/offers.ts';
import { MethodPage } from './MethodPage.tsx';

const data = { currencies: [], answer: anOffersAnswer({ offers: [anOffer()] }) };
const text = renderToStaticMarkup(
  <MemoryRouter>
    <MethodPage data={data} />
  </MemoryRouter>,
)
  .replace(/<[^>]+>/g, ' ')
  .replace(/[\s\u00a0]+/g, ' ')
  .replaceAll(' ,', ',');

test.each([
  ['D111-6, I, 1°, conditions of listing', 'l’éditeur du site l’a inscrit comme professionnel du change'],
  ['D111-6, I, 1°, conditions of listing', 'il a fixé lui-même un taux pour la devise et le sens demandés'],
  ['D111-6, I, 1°, conditions of listing', 'fixé ou confirmé ce taux depuis moins de 7 jours'],
  ['D111-6, I, 1°, conditions of listing', 'il n’ajoute pas de frais à son taux'],
  ['D111-6, I, 1°, removal', 'le taux dépasse 7 jours'],
  ['D111-6, I, 1°, removal', 'jusqu’à ce qu’une seconde personne l’accepte'],
  ['D111-6, I, 1°, removal', 'le bureau suspend la devise'],
  ['D111-6, I, 1°, removal', 'le bureau demande des frais en plus de son taux'],
  ['D111-6, I, 1°, removal', 'l’éditeur suspend le bureau'],
  [
    'D111-6, I, 2°, default criterion',
    'Un seul critère classe les offres : le montant que le bureau vous remet',
  ],
  ['D111-6, I, 2°, main parameters', 'Les paramètres, du plus fort au plus faible : 1. L’âge du taux'],
  ['D111-6, I, 2°, main parameters', 'Poids nul Le badge Partenaire, un paiement, une réservation'],
  ['D111-6, I, 3°, and D111-7, I, 3°', 'Aucun rang ne se paie'],
  [
    'D111-7, I, 1°, criteria',
    'La distance, sur demande Près d’un lieu, la distance prend la place du montant',
  ],
  [
    'D111-7, I, 1°, criteria',
    'L’offre la plus proche vient d’abord, et chaque bureau figure par son guichet le plus proche',
  ],
  ['D111-7, I, 2°, ties', 'Le badge Partenaire signale un bureau qui prépare la bêta avec nous'],
  ['D111-7, I, 4°, price', 'D’éventuels frais propres au bureau'],
  [
    'D111-7, I, 5°, guarantees',
    'La garantie du taux et la reprise des billets varient d’un bureau à l’autre',
  ],
  ['D111-7, I, 6°, completeness', 'La liste n’est pas exhaustive'],
  ['D111-7, I, 7°, updates', 'Chaque bureau fixe lui-même ses taux'],
  ['L111-7, II, 3°, who offers', 'Chaque offre vient d’un bureau de change, un professionnel'],
  ['versions', 'L111-7, modifié par la loi n° 2024-449 du 21 mai 2024'],
  ['versions', 'D111-6 et D111-7, rédigés par le décret n° 2024-753 du 7 juillet 2024'],
])('%s: “%s”', (_, sentence) => {
  expect(text).toContain(sentence);
});

test('the page names the parameters in the order in which they rank', () => {
  const one = { isFresh: true, score: 100, company: { name: 'Quais' } };
  const byStrength: [dt: string, better: typeof one, worse: typeof one][] = [
    ['1. L’âge du taux', { ...one, score: 1, company: { name: 'Z' } }, { ...one, isFresh: false }],
    ['2. Le montant', { ...one, score: 101, company: { name: 'Z' } }, one],
    ['3. Le nom du bureau', one, { ...one, company: { name: 'Rives' } }],
  ];
  const places = byStrength.map(([dt]) => text.indexOf(dt));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const [, better, worse] of byStrength) expect(rankStandings(better, worse)).toBeLessThan(0);
});
