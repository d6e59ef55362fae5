import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { startComparator } from '#domain/comparator/comparator.ts';
import { startWhere } from '#domain/comparator/where.ts';
import type { Offer } from '#domain/offers/offer.ts';
import type { Place } from '#domain/places/place.ts';
import { Elsewhere, NoOffer } from '../site/pages/landing/NoOffer.tsx';
import { OfferList } from '../site/pages/landing/OfferList.tsx';
import { Ranking } from '../site/pages/landing/Offers.tsx';

const NOW = new Date('2026-11-23T10:00:00Z');
const MID = 1.25;
const CURRENCIES = [
  { code: 'EUR', label: 'euro', rate: 1 },
  { code: 'USD', label: 'dollar des États-Unis', rate: MID },
];
const GIVEN = 500;
const SEARCH = { ...startComparator(CURRENCIES), offer: { currency: 'EUR', amount: GIVEN * 100 } };
const NAMES = ['Change du Parc', 'Comptoir des Quais', 'Guichet du Midi'];

const GUERET: Place = {
  kind: 'commune',
  code: '23096',
  label: 'Guéret (23)',
  postcodes: [],
  lat: 46.17,
  lon: 1.87,
};

const STATES: readonly (readonly [name: string, amounts: readonly number[], isFresh?: boolean])[] = [
  ['OneOffer', [612.5]],
  ['OffersToConfirm', [612.5, 606], false],
  ['OfferWithGain', [631.25, 612.5, 606]],
  ['EqualOffers', [612.5, 612.5, 612.5]],
];

type Props = { shown: (name: string, children: ReactNode) => ReactNode };

export function OfferStates({ shown }: Props) {
  return (
    <MemoryRouter>
      {STATES.map(([name, ...state]) => shown(name, <Offers state={state} />))}
      {shown('NoOffer', <Empty />)}
    </MemoryRouter>
  );
}

function Offers({
  state: [amounts, isFresh = true],
}: {
  state: [amounts: readonly number[], isFresh?: boolean];
}) {
  const offers = amounts.map((amount, i) => offerOf(NAMES[i] ?? '', amount, isFresh));
  const answer = {
    offers,
    total: offers.length,
    currency_rate: { rate: MID, at: NOW.toISOString(), source: 'BCE' },
  };
  const common = { search: SEARCH, answer, around: null };
  return (
    <>
      <Ranking outcome={{ ...common, status: 'found', at: NOW, asked: null }} />
      <OfferList {...common} now={NOW} moment={NOW} currencies={CURRENCIES} mapState={null} />
    </>
  );
}

function Empty() {
  const where = { ...startWhere('23096'), radius: 5 as const, open: 'now' };
  const outcome = {
    status: 'found' as const,
    search: { ...SEARCH, where },
    answer: {
      offers: [],
      total: 0,
      left_out: 12,
      currency_rate: { rate: MID, at: NOW.toISOString(), source: 'BCE' },
    },
    at: NOW,
    around: { place: GUERET, here: null },
    asked: null,
  };
  const nothing = () => undefined;
  const comparison = {
    state: outcome.search,
    change: nothing,
    place: GUERET,
    choosePlace: nothing,
    isPlaceIgnored: false,
    isMomentIgnored: false,
    outcome,
    compare: nothing,
    refine: nothing,
    renew: nothing,
    searchMadeHere: null,
  };
  return (
    <>
      <NoOffer
        title="Aucun bureau ouvert maintenant à 5 km au plus de Guéret pour € 500"
        code="USD"
        label="dollar des États-Unis"
        outcome={outcome}
      />
      <Elsewhere outcome={outcome} comparison={comparison} />
    </>
  );
}

function offerOf(name: string, amount: number, isFresh: boolean): Offer {
  return {
    company: { name, logo: '', site: 'https://bureau.example', is_partner: false },
    rate: amount / GIVEN,
    ct_offer: { currency: 'EUR', amount: GIVEN },
    ct_wish: { currency: 'USD', amount: GIVEN * MID },
    costs: { currency: 'EUR', amount: Math.round(100 * (GIVEN - amount / MID)) / 100 },
    co_offer: { currency: 'USD', amount },
    updated_at: isFresh ? NOW.toISOString() : '2026-11-20T10:00:00.000Z',
    is_fresh: isFresh,
    branch: null,
  };
}
