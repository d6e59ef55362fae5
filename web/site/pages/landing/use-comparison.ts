import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Body } from '#domain/api.ts';
import { comparisonQuery, readComparisonQuery } from '#domain/comparator/address.ts';
import { type Comparator, canCompare, limitPassed, startComparator } from '#domain/comparator/comparator.ts';
import type { Where } from '#domain/comparator/where.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { amountOf } from '#domain/money/cents.ts';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import { roundPosition } from '#domain/places/distance.ts';
import type { Place, Position } from '#domain/places/place.ts';
import { ApiFailure, NO_NETWORK } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';

/**
 * Where a search stands. `search` is what was asked: the form may have changed since. `before`: what it had given
 * before it was made again aside; `kept`: what is shown until a search that only wishes otherwise is answered.
 */
export type Outcome =
  | { status: 'none' }
  | { status: 'waiting'; search: Comparator; kept?: Found }
  | {
      status: 'found';
      search: Comparator;
      answer: OffersAnswer;
      at: Date;
      /** where was searched; null: anywhere */
      around: Around | null;
      before?: OffersAnswer;
    }
  | { status: 'failed'; search: Comparator; failure: ApiFailure };

type Found = Extract<Outcome, { status: 'found' }>;

/** A place, and where the traveller is who asked for what is around: known to this page alone, and kept nowhere. */
export type Around = { place: Place; here: Position | null };

export type Comparison = {
  state: Comparator;
  change: Dispatch<SetStateAction<Comparator>>;
  /** the place of the form's `where`; null until it is known, and without one */
  place: Place | null;
  choosePlace: (place: Place, here: Position | null) => void;
  /** what an address named is no place: it was searched anywhere */
  isPlaceLost: boolean;
  /** the moment that an address named is none: it was searched at any hour */
  isMomentLost: boolean;
  outcome: Outcome;
  /** asks for the offers of a form; nothing happens when it has nothing to compare (spec 5) */
  compare: (search: Comparator) => void;
  /** the same for other wishes about where: what is shown stays until there is an answer */
  refine: (where: Where) => void;
  /** makes the search that is shown again, aside: what is shown stays until there is something newer */
  renew: () => void;
  /** the search that was asked for here: others come with an address */
  asked: Comparator | null;
};

/** The address holds the search: each is an entry of the history, and opened anywhere it is made again. */
export function useComparison(currencies: readonly Currency[]): Comparison {
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const [state, change] = useState(() => opened(query) ?? startComparator(currencies));
  const [outcome, setOutcome] = useState<Outcome>({ status: 'none' });
  const underWay = useRef<AbortController>(undefined);
  const compared = useRef('');
  const [asked, setAsked] = useState<Comparator | null>(null);
  const [chosen, setChosen] = useState<Around | null>(null);
  // looked up for an address, which may be another one's by now
  const [lookedUp, setLookedUp] = useState<Around | null>(null);
  const [isPlaceLost, setPlaceLost] = useState(false);
  const [isMomentLost, setMomentLost] = useState(false);

  function opened(address: string) {
    const search = readComparisonQuery(new URLSearchParams(address), currencies);
    const { where } = search ?? {};
    return search && where && !isMoment(where.open) ? { ...search, where: { ...where, open: '' } } : search;
  }

  function isComparable(search: Comparator) {
    return canCompare(search) && limitPassed(search, currencies) === null;
  }

  function compare(wanted: Comparator, kept?: Found) {
    if (!isComparable(wanted)) return;
    const address = `?${comparisonQuery(wanted)}`;
    compared.current = address;
    navigate({ pathname: '/', search: address }, { replace: address === query, preventScrollReset: true });
    // each search is one of its own, even of the same amounts: the results come into view again
    const search = { ...wanted };
    setAsked(search);
    void ask(search, kept && { kept });
  }

  function refine(where: Where) {
    if (outcome.status === 'none') return;
    change((form) => ({ ...form, where }));
    const kept =
      outcome.status === 'waiting' ? outcome.kept : outcome.status === 'found' ? outcome : undefined;
    compare({ ...outcome.search, where }, kept);
  }

  function knownOf(where: Where | undefined): Around | null {
    return [chosen, lookedUp].find((known) => known && known.place.code === where?.code) ?? null;
  }

  /** Where a search is made: known, or looked up where an address names it. What no place has is anywhere. */
  async function placed(where: Where, signal: AbortSignal): Promise<Around | null> {
    const known = knownOf(where);
    if (known) return known;
    const [place] = await call('GET /api/public/places', { query: { code: where.code }, signal });
    const found = place ? { place, here: null } : null;
    setLookedUp(found);
    return found;
  }

  /** Without the place that is none any more. */
  function anywhere(search: Comparator): Comparator {
    const made = { ...search, where: undefined };
    setPlaceLost(true);
    change((form) => (form.where?.code === search.where?.code ? { ...form, where: undefined } : form));
    setAsked((asked) => (asked === search ? made : asked));
    return made;
  }

  function renew() {
    if (outcome.status === 'found') void ask(outcome.search, { made: outcome });
  }

  async function ask(wanted: Comparator, { made, kept }: { made?: Found; kept?: Found | undefined } = {}) {
    let search = wanted;
    const before = made?.answer;
    underWay.current?.abort();
    const current = new AbortController();
    underWay.current = current;
    if (!made) {
      setOutcome({ status: 'waiting', search, ...(kept && { kept }) });
      setPlaceLost(false);
      setMomentLost(false);
    }
    try {
      const found = made?.around ?? (search.where ? await placed(search.where, current.signal) : null);
      if (search.where && !found) search = anywhere(search);
      const open = found && search.where?.open;
      const at = open ? await openAt(open, found.place) : undefined;
      const answer = await call('POST /api/public/offers', {
        body: requestOf(search, found, at),
        signal: current.signal,
      });
      setOutcome({
        status: 'found',
        search,
        answer,
        at: new Date(),
        around: found,
        ...(before && { before }),
      });
    } catch (error) {
      // a newer search has taken over
      if (current.signal.aborted) return;
      if (!(error instanceof ApiFailure)) throw error;
      // made aside, what it had given stays, and says of when it is
      if (!before) setOutcome({ status: 'failed', search, failure: error });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once an address was opened or come back to
  useEffect(() => {
    if (query === compared.current) return;
    compared.current = query;
    const search = opened(query);
    if (search) change(search);
    if (search && isComparable(search)) {
      void ask(search);
      setMomentLost(new URLSearchParams(query).has('ouvert') && search.where?.open === '');
      return;
    }
    underWay.current?.abort();
    setOutcome({ status: 'none' });
  }, [query]);
  useEffect(
    () => () => {
      compared.current = '';
      underWay.current?.abort();
    },
    [],
  );

  const place = knownOf(state.where)?.place ?? null;
  const choosePlace = (place: Place, here: Position | null) => {
    setPlaceLost(false);
    setChosen({ place, here });
  };
  return {
    state,
    change,
    place,
    choosePlace,
    isPlaceLost,
    isMomentLost,
    outcome,
    compare,
    refine,
    renew,
    asked,
  };
}

/** Whether clocks may show it: not the 31st of February, which some browsers read as a day of March. */
function isMoment(open: Where['open']): boolean {
  if (open === '' || open === 'now') return true;
  const at = Date.parse(`${open}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(open);
}

/** spec 7: the plain request, but for an amount that is to be received, and for where. */
function requestOf(
  search: Comparator,
  around: Around | null,
  open_at: string | undefined,
): Body<'POST /api/public/offers'> {
  const { offer, wish, typed } = search;
  const near = around ? { ...nearOf(search, around), ...(open_at && { open_at }) } : {};
  if (typed === 'wish') {
    return {
      offer: { currency: offer.currency },
      wish: { currency: wish.currency, amount: amountOf(wish.amount ?? 0) },
      target: 'wish',
      ...near,
    };
  }
  return {
    offer: { currency: offer.currency, amount: amountOf(offer.amount ?? 0) },
    wish: { currency: wish.currency, amount: amountOf(wish.amount ?? 0) },
    ...near,
  };
}

/** Of who asked for what is around, no more leaves the page than a square of about a kilometre. */
function nearOf({ where }: Comparator, { place, here }: Around): Partial<Body<'POST /api/public/offers'>> {
  if (!where) return {};
  const { lat, lon } = here ? roundPosition(here) : place;
  return {
    near: { lat, lon, radius_km: where.radius },
    ...(where.isAirport && { kinds: ['airport'] }),
    ...(where.buysBack && { buys_back: true }),
    ...(where.sort === 'distance' && { sort: 'distance' }),
  };
}

/** By the clocks of the place, where it is no moment of this device; how that is found comes with the first of them. */
async function openAt(open: string, place: Place): Promise<string> {
  if (open === 'now') return new Date().toISOString();
  const { openAtOf } = await import('./open-at.ts').catch(withoutCode);
  return openAtOf(open, place);
}

function withoutCode(): never {
  throw new ApiFailure(0, NO_NETWORK, 'network');
}
