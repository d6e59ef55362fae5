import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { startComparator } from '#domain/comparator/comparator.ts';
import { startWhere } from '#domain/comparator/where.ts';
import type { Offer, OffersAnswer } from '#domain/offers/offer.ts';
import type { Place } from '#domain/places/place.ts';
import { anOffer, anOfferBranch, anOffersAnswer } from '#domain/testing/offers.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { BranchCard } from './BranchCard.tsx';
import { describeRenewal, Offers } from './Offers.tsx';
import { SearchOutcome } from './SearchOutcome.tsx';
import type { Comparison, Outcome } from './use-comparison.ts';

const CURRENCIES = [
  { code: 'EUR', label: 'euro', rate: 1 },
  { code: 'USD', label: 'dollar des États-Unis', rate: 1.25 },
];
const NOW = new Date('2026-11-23T10:00:00Z');
const AROUND = {
  place: { kind: 'commune', code: '23096', label: 'Guéret (23)', postcodes: [], lat: 46, lon: 2 } as Place,
  here: null,
};
const SEARCH = { ...startComparator(CURRENCIES), where: startWhere('23096') };

const inMinutes = (count: number) => new Date(NOW.getTime() + count * 60_000).toISOString();

const offer = (name: string, amount: number, open: { is_open: boolean; changes_at: string } | null) =>
  anOffer({
    company: { name },
    co_offer: { currency: 'USD', amount },
    branch: anOfferBranch({
      city: 'Guéret',
      lat: 46,
      lon: 2,
      phone: '+33 1 02 03 04 05',
      open: open && { ...open, words: 'Ferme dans 20 min' },
    }),
  });

function found(offers: Offer[], more: Partial<OffersAnswer> = {}): Extract<Outcome, { status: 'found' }> {
  return {
    status: 'found',
    search: SEARCH,
    answer: anOffersAnswer({ offers, ...more }),
    at: NOW,
    around: AROUND,
    asked: null,
  };
}

function show(outcome: Extract<Outcome, { status: 'found' }>, more: Partial<Comparison> = {}) {
  const renew = vi.fn();
  const compare = vi.fn();
  const refine = vi.fn();
  const comparison: Comparison = {
    state: SEARCH,
    change: vi.fn(),
    place: AROUND.place,
    choosePlace: vi.fn(),
    isPlaceIgnored: false,
    isMomentIgnored: false,
    ...more,
    outcome,
    compare,
    refine,
    renew,
    searchMadeHere: null,
  };
  const page = (shown: typeof outcome) => (
    <MemoryRouter>
      <Offers
        outcome={shown}
        currentSearch={shown.search}
        title="Offres"
        currencies={CURRENCIES}
        comparison={comparison}
      />
    </MemoryRouter>
  );
  const { rerender } = render(page(outcome));
  return { renew, compare, refine, answer: (next: typeof outcome) => rerender(page(next)) };
}

const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000));

// on a phone: the map, which has tests of its own, is not beside the list
beforeEach(() => {
  vi.stubGlobal('innerWidth', 390);
  vi.useFakeTimers({ now: NOW });
});

test('an opening or closing starts a new comparison, and a second one if that fails', async () => {
  const { renew } = show(found([offer('Lac', 600, { is_open: true, changes_at: inMinutes(20) })]));
  await pass(19);
  expect(renew).not.toHaveBeenCalled();
  await pass(1.1);
  expect(renew).toHaveBeenCalledTimes(1);
  await pass(0.5);
  expect(renew).toHaveBeenCalledTimes(2);
  // and not for ever: after six tries, each twice as long after the one before, the seventh would come at 64 minutes
  await pass(70);
  expect(renew).toHaveBeenCalledTimes(7);
});

test('a card speaks of the asked instant, and waits for no change of it', async () => {
  const changes_at = inMinutes(60);
  const { renew } = show({
    ...found([offer('Lac', 600, { is_open: true, changes_at })]),
    asked: new Date(NOW.getTime() + 30 * 60_000),
  });
  expect(screen.getByText('Ferme dans 30 min')).toBeDefined();
  await pass(61);
  expect(renew).not.toHaveBeenCalled();
  expect(screen.getByText('Ferme dans 30 min')).toBeDefined();
});

test('an overdue branch does not stop the watch of the next one', async () => {
  const late = { is_open: true, changes_at: inMinutes(-1) };
  const { renew } = show(
    found([offer('Lac', 600, late), offer('Pré', 590, { is_open: true, changes_at: inMinutes(120) })]),
  );
  await pass(100);
  expect(renew).toHaveBeenCalledTimes(6);
  await pass(21);
  expect(renew).toHaveBeenCalledTimes(7);
});

test.each([
  ['Ferme dans 20 min', true, 20],
  ['Ferme dans 59 min', true, 59],
  ['Ferme dans 1 h', true, 60],
  ['Vient de fermer', true, -1],
  ['Vient d’ouvrir', false, -1],
])('an opening state reads “%s”', (words, is_open, minutes) => {
  render(
    <BranchCard
      offer={offer('Lac', 600, { is_open, changes_at: inMinutes(minutes) })}
      around={AROUND}
      now={NOW}
    />,
  );
  expect(screen.getByText(words)).toBeDefined();
});

test('the order by distance marks as best the offer that hands over the most', () => {
  const offers = [offer('Lac', 590, null), offer('Pré', 600, null)];
  const outcome = found(offers);
  const before = { ...outcome.answer, offers: [...offers].reverse() };
  const search = { ...SEARCH, where: { ...SEARCH.where, sort: 'distance' as const } };
  expect(describeRenewal({ ...outcome, search, before })).toContain('La meilleure est celle de Pré.');
});

test('without offers near a place, companies left out are not announced elsewhere', () => {
  show(found([], { left_out: 12 }));
  expect(screen.getByText(/Sans ces critères, 12 bureaux/).textContent).toContain('à moins de 20\u00a0km.');
});

test('without offers near a place, each filter in effect is named and can be removed', () => {
  const where = { ...SEARCH.where, radius: 2 as const, open: 'now', isAirport: true, buysBack: true };
  const { compare } = show({ ...found([], { left_out: 12 }), search: { ...SEARCH, where } });
  expect(screen.getByText(/à moins de 2\skm avec ce que vous demandez/).textContent).toContain(
    '(aéroport, ouvert maintenant, reprise). Sans ces critères, 12 bureaux',
  );
  expect(screen.getByRole('link', { name: 'Choisir l’aéroport' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Chercher à 20\u00a0km' }));
  expect(compare).toHaveBeenLastCalledWith({ ...SEARCH, where: { ...where, radius: 20 } });
  fireEvent.click(screen.getByRole('button', { name: 'Sans filtre' }));
  expect(compare).toHaveBeenLastCalledWith({ ...SEARCH, where: { ...SEARCH.where, radius: 2 } });
  fireEvent.click(screen.getByRole('button', { name: 'Comparer partout\u00a0: 12 bureaux' }));
  expect(compare).toHaveBeenLastCalledWith({ ...SEARCH, where: undefined });
});

test('without offers near a place and without a filter, no filter can be removed', () => {
  show(found([], { left_out: 12 }));
  expect(screen.queryByText(/ce que vous demandez/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Sans filtre' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Chercher à/ })).toBeNull();
});

test('the filters in effect are counted, and chosen together in a sheet', () => {
  const where = { ...SEARCH.where, radius: 5 as const, open: '2026-11-25T14:30', buysBack: true };
  const { refine } = show({ ...found([offer('Lac', 600, null)]), search: { ...SEARCH, where } });
  fireEvent.click(screen.getByRole('button', { name: 'Filtrer · 3' }));
  expect(screen.getByLabelText('Jour et heure, sur place')).toHaveProperty('value', '2026-11-25T14:30');
  fireEvent.click(screen.getByLabelText('À toute heure'));
  expect(screen.queryByLabelText('Jour et heure, sur place')).toBeNull();
  fireEvent.click(screen.getByLabelText('2 km'));
  fireEvent.click(screen.getByLabelText('Dans un aéroport'));
  fireEvent.click(screen.getByLabelText('Par distance'));
  fireEvent.click(screen.getByRole('button', { name: 'Afficher les offres' }));
  expect(refine).toHaveBeenCalledExactlyOnceWith({
    ...where,
    radius: 2,
    open: '',
    isAirport: true,
    sort: 'distance',
  });
});

test('a sheet that is dismissed changes no filter', () => {
  const { refine } = show(found([offer('Lac', 600, null)]));
  fireEvent.click(screen.getByRole('button', { name: 'Filtrer' }));
  fireEvent.click(screen.getByLabelText('2 km'));
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(refine).not.toHaveBeenCalled();
});

test.each([
  [{ isPlaceIgnored: true }, 'Ce lieu n’est plus connu : comparaison partout.'],
  [{ isMomentIgnored: true }, 'Ce jour et cette heure n’existent pas : comparaison à toute heure.'],
])('an invalid part of the address (%j) is reported beside the offers', (lost, words) => {
  show(found([offer('Lac', 600, null)]), lost);
  expect(screen.getByText(words)).toBeDefined();
});

test('near a place, the details name the order and the branch’s address', () => {
  const near = offer('Lac', 600, { is_open: true, changes_at: inMinutes(120) });
  const outcome = found([near]);
  show({ ...outcome, search: { ...SEARCH, where: { ...SEARCH.where, sort: 'distance' } } });
  expect(screen.getByText('De la plus proche à la plus lointaine')).toBeDefined();
  expect(
    screen.getByText('Agence, 1 rue du Lac, Guéret, dans la commune. Ouvert jusqu’à 13 h. +33 1 02 03 04 05'),
  ).toBeDefined();
});

test('the order by distance is named before the list', () => {
  const outcome = found([offer('Lac', 600, null)]);
  show({ ...outcome, search: { ...SEARCH, where: { ...SEARCH.where, sort: 'distance' } } });
  expect(
    screen.getByText('Classées par distance · liste non exhaustive · aucun rang acheté ·'),
  ).toBeDefined();
});

test.each<[number | undefined, string[]]>([
  [500, ['soit $ 500 en billets']],
  [undefined, []],
])('an amount of which notes make %s', (in_notes, said) => {
  const one = { ...offer('Quais', 552.5, null), ...(in_notes && { in_notes }) };
  show(found([one]));
  expect(
    screen.queryAllByText(/en billets$/).map(({ textContent }) => textContent?.replace(/\s/g, ' ')),
  ).toEqual(said);
});

test('the best offer is compared with the last fresh one, and that is stated if stale ones follow', () => {
  const stale = { ...offer('Bois', 500, null), is_fresh: false };
  show(found([offer('Lac', 600, null), offer('Pré', 590, null), stale]));
  expect(screen.getByText('La première offre vous remet').parentElement?.textContent).toMatch(
    /de plus que la dernière au taux à jour$/,
  );
});

test('equal amounts are stated, and none is the best', () => {
  const marks = () =>
    [...screen.getByRole('list', { name: /^Offres des bureaux/ }).children].map(({ className }) =>
      className.includes('best'),
    );
  show(found([offer('Lac', 600, null), offer('Pré', 590, null)]));
  expect(marks()).toEqual([true, false]);
  cleanup();
  show(found([offer('Lac', 600, null), offer('Pré', 600, null)]));
  expect(screen.getByText('Même montant de la première à la dernière')).toBeDefined();
  expect(marks()).toEqual([false, false]);
});

test('a lone offer is compared with nothing, and is not marked as best', () => {
  show(found([offer('Lac', 600, null)]));
  const [only] = screen.getByRole('list', { name: /^Offres des bureaux/ }).children;
  expect(only?.className).not.toContain('best');
});

test('an invalid hour is left out of the comparison', () => {
  const search = { ...SEARCH, where: { ...SEARCH.where, open: 'now' } };
  const failure = new ApiFailure(400, 'Choisissez un moment plus proche.', 'invalid_open_at');
  const compare = vi.fn();
  const comparison = { change: vi.fn(), compare } as Partial<Comparison> as Comparison;
  render(
    <SearchOutcome
      outcome={{ status: 'failed', search, failure }}
      currentSearch={search}
      currencies={CURRENCIES}
      comparison={comparison}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Sans le filtre Ouvert maintenant' }));
  expect(compare).toHaveBeenCalledWith({ ...search, where: { ...search.where, open: '' } });
});

test('the detour to the best offer is worth its difference from the nearest', () => {
  const far = offer('Lac', 608, null);
  const at = { ...far, ...(far.branch && { branch: { ...far.branch, lat: 46.0108 } }) };
  const outcome = found([at, offer('Pré', 600, null)]);
  show(outcome);
  expect(screen.queryByText(/que le plus proche/)).toBeNull();
  cleanup();
  show({ ...outcome, search: { ...SEARCH, where: { ...SEARCH.where, sort: 'distance' } } });
  expect(screen.getByText('que le plus proche,').closest('p')?.textContent).toMatch(
    /^Lac remet \$\s8 de plus que le plus proche, à\s1,2\skm au lieu de 50\sm$/,
  );
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', /^https:\/\/maps\.apple\.com\/\?daddr=46,2&/],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 7)', /^geo:46,2\?q=46,2\(Agence\)$/],
])('directions open in the map of %s', (userAgent, href) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  render(<BranchCard offer={offer('Lac', 600, null)} around={AROUND} now={NOW} />);
  const link = screen.getByRole('link', { name: 'Y aller\u00a0: Lac, Agence', hidden: true });
  expect(link.getAttribute('href')).toMatch(href);
});

test.each<[number, string]>([
  [46, 'Agence, dans la commune'],
  [46.0005, 'Agence, à environ 1\u00a0km, position de la commune'],
  [46.027, 'Agence, à environ 3\u00a0km, position de la commune'],
])('a branch located by its commune alone, at %s, has no distance in metres, and directions use its address', (lat, way) => {
  const { branch, ...rest } = offer('Lac', 600, null);
  const rough = branch && { ...branch, lat, is_rough: true };
  render(<BranchCard offer={{ ...rest, branch: rough }} around={AROUND} now={NOW} />);
  expect(screen.getByText('Agence').parentElement?.textContent).toBe(way);
  const address = encodeURIComponent('1 rue du Lac, Guéret');
  expect(screen.getByRole('link', { name: /^Y aller/ }).getAttribute('href')).toBe(
    `geo:${lat},2?q=${address}`,
  );
  expect(screen.getByRole('link', { name: /^Itinéraire/ }).getAttribute('href')).toBe(
    `https://www.openstreetmap.org/directions?to=${address}`,
  );
});
