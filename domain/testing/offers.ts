import type { Offer, OfferBranch, OffersAnswer } from '../offers/offer.ts';

const AT = '2026-11-23T10:00:00.000Z';

type OfferFields = Partial<Omit<Offer, 'company'>> & { readonly company?: Partial<Offer['company']> };

/** Offer of dollars for 500 euros, without a branch. */
export function anOffer({ company, ...fields }: OfferFields = {}): Offer {
  return {
    company: { name: 'Quais', logo: '', site: 'https://quais.example', is_partner: false, ...company },
    rate: 1.2,
    ct_offer: { currency: 'EUR', amount: 500 },
    ct_wish: { currency: 'USD', amount: 625 },
    costs: { currency: 'EUR', amount: 20 },
    co_offer: { currency: 'USD', amount: 600 },
    updated_at: AT,
    is_fresh: true,
    branch: null,
    ...fields,
  };
}

/** Branch of which nothing is known but its place. */
export function anOfferBranch(fields: Partial<OfferBranch> = {}): OfferBranch {
  return {
    id: 1,
    name: 'Agence',
    kind: 'street',
    address: '1 rue du Lac',
    city: 'Lyon',
    lat: 45.76,
    lon: 4.86,
    is_rough: false,
    phone: '',
    time_zone: 'Europe/Paris',
    distance_m: 100,
    open: null,
    ...fields,
  };
}

export function anOffersAnswer(fields: Partial<OffersAnswer> = {}): OffersAnswer {
  const { offers = [] } = fields;
  return {
    offers,
    total: offers.length,
    currency_rate: { rate: 1.25, at: AT, source: 'BCE' },
    ...fields,
  };
}
