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
import { ApiFailure, networkFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';

/**
 * State of a search, which may differ from the form by now. `before`: answer before a renewal; `previous`:
 * offers shown until a refinement is answered.
 */
export type Outcome =
  | { status: 'none' }
  | { status: 'waiting'; search: Comparator; previous?: Found }
  | {
      status: 'found';
      search: Comparator;
      answer: OffersAnswer;
      at: Date;
      around: Around | null;
      /** instant at which branches shall be open; null: now, or at any hour */
      asked: Date | null;
      before?: OffersAnswer;
    }
  | { status: 'failed'; search: Comparator; failure: ApiFailure };

type Found = Extract<Outcome, { status: 'found' }>;

/** Place of a search, with the traveller's position, which stays in this page's memory. */
export type Around = { place: Place; here: Position | null };

export type Comparison = {
  state: Comparator;
  change: Dispatch<SetStateAction<Comparator>>;
  /** place of the form; null: not loaded yet, or none */
  place: Place | null;
  choosePlace: (place: Place, here: Position | null) => void;
  isPlaceIgnored: boolean;
  isMomentIgnored: boolean;
  outcome: Outcome;
  compare: (search: Comparator) => void;
  refine: (where: Where) => void;
  renew: () => void;
  searchMadeHere: Comparator | null;
};

/** Searches are stored in the address, one history entry each, and are made again from it. */
export function useComparison(currencies: readonly Currency[]): Comparison {
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const [state, change] = useState(() => opened(query) ?? startComparator(currencies));
  const [outcome, setOutcome] = useState<Outcome>({ status: 'none' });
  const underWay = useRef<AbortController>(undefined);
  const comparedAddress = useRef('');
  const [searchMadeHere, setSearchMadeHere] = useState<Comparator | null>(null);
  const [chosen, setChosen] = useState<Around | null>(null);
  // place of an address, perhaps of an earlier one
  const [lookedUp, setLookedUp] = useState<Around | null>(null);
  const [isPlaceIgnored, setPlaceIgnored] = useState(false);
  const [isMomentIgnored, setMomentIgnored] = useState(false);

  function opened(address: string) {
    const search = readComparisonQuery(new URLSearchParams(address), currencies);
    const { where } = search ?? {};
    return search && where && !isMoment(where.open) ? { ...search, where: { ...where, open: '' } } : search;
  }

  function isComparable(search: Comparator) {
    return canCompare(search) && limitPassed(search, currencies) === null;
  }

  function compare(comparison: Comparator, previous?: Found) {
    if (!isComparable(comparison)) return;
    const address = `?${comparisonQuery(comparison)}`;
    comparedAddress.current = address;
    navigate({ pathname: '/', search: address }, { replace: address === query, preventScrollReset: true });
    // new object for each search, so that the results scroll into view even for equal amounts
    const search = { ...comparison };
    setSearchMadeHere(search);
    void ask(search, previous && { previous });
  }

  function refine(where: Where) {
    if (outcome.status === 'none') return;
    change((form) => ({ ...form, where }));
    const previous =
      outcome.status === 'waiting' ? outcome.previous : outcome.status === 'found' ? outcome : undefined;
    compare({ ...outcome.search, where }, previous);
  }

  function knownPlace(where: Where | undefined): Around | null {
    return [chosen, lookedUp].find((known) => known && known.place.code === where?.code) ?? null;
  }

  async function loadPlace(where: Where, signal: AbortSignal): Promise<Around | null> {
    const known = knownPlace(where);
    if (known) return known;
    const [place] = await call('GET /api/public/places', { query: { code: where.code }, signal });
    const found = place ? { place, here: null } : null;
    setLookedUp(found);
    return found;
  }

  function searchAnywhere(search: Comparator): Comparator {
    const made = { ...search, where: undefined };
    setPlaceIgnored(true);
    change((form) => (form.where?.code === search.where?.code ? { ...form, where: undefined } : form));
    setSearchMadeHere((current) => (current === search ? made : current));
    return made;
  }

  function renew() {
    if (outcome.status === 'found') void ask(outcome.search, { made: outcome });
  }

  async function ask(
    comparison: Comparator,
    { made, previous }: { made?: Found; previous?: Found | undefined } = {},
  ) {
    let search = comparison;
    const before = made?.answer;
    underWay.current?.abort();
    const current = new AbortController();
    underWay.current = current;
    if (!made) {
      setOutcome({ status: 'waiting', search, ...(previous && { previous }) });
      setPlaceIgnored(false);
      setMomentIgnored(false);
    }
    try {
      const found = made?.around ?? (search.where ? await loadPlace(search.where, current.signal) : null);
      if (search.where && !found) search = searchAnywhere(search);
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
        asked: at !== undefined && open !== 'now' ? new Date(at) : null,
        ...(before && { before }),
      });
    } catch (error) {
      // newer search under way
      if (current.signal.aborted) return;
      if (!(error instanceof ApiFailure)) throw error;
      // failed renewal, which leaves the old answer with its time
      if (!before) setOutcome({ status: 'failed', search, failure: error });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once an address was opened or come back to
  useEffect(() => {
    if (query === comparedAddress.current) return;
    comparedAddress.current = query;
    const search = opened(query);
    if (search) change(search);
    if (search && isComparable(search)) {
      void ask(search);
      setMomentIgnored(new URLSearchParams(query).has('ouvert') && search.where?.open === '');
      return;
    }
    underWay.current?.abort();
    setOutcome({ status: 'none' });
  }, [query]);
  useEffect(
    () => () => {
      comparedAddress.current = '';
      underWay.current?.abort();
    },
    [],
  );

  const place = knownPlace(state.where)?.place ?? null;
  const choosePlace = (place: Place, here: Position | null) => {
    setPlaceIgnored(false);
    setChosen({ place, here });
  };
  return {
    state,
    change,
    place,
    choosePlace,
    isPlaceIgnored,
    isMomentIgnored,
    outcome,
    compare,
    refine,
    renew,
    searchMadeHere,
  };
}

/** False for a date such as 31 February, which some browsers read as a day of March. */
function isMoment(open: Where['open']): boolean {
  if (open === '' || open === 'now') return true;
  const at = Date.parse(`${open}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(open);
}

function requestOf(
  search: Comparator,
  around: Around | null,
  open_at: string | undefined,
): Body<'POST /api/public/offers'> {
  const { offer, wish, typed } = search;
  const near = around ? { ...placeFilters(search, around), ...(open_at && { open_at }) } : {};
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

/** Filters by place. A traveller's position leaves the page rounded to about a kilometre. */
function placeFilters(
  { where }: Comparator,
  { place, here }: Around,
): Partial<Body<'POST /api/public/offers'>> {
  if (!where) return {};
  const { lat, lon } = here ? roundPosition(here) : place;
  return {
    near: { lat, lon, radius_km: where.radius },
    ...(where.isAirport && { kinds: ['airport'] }),
    ...(where.buysBack && { buys_back: true }),
    ...(where.sort === 'distance' && { sort: 'distance' }),
  };
}

async function openAt(open: string, place: Place): Promise<string> {
  if (open === 'now') return new Date().toISOString();
  const { openingInstant } = await import('./open-at.ts').catch(withoutCode);
  return openingInstant(open, place);
}

function withoutCode(): never {
  throw networkFailure();
}
