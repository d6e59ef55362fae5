import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Answer } from '#domain/api.ts';
import { type Comparator, canCompare, startComparator } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { amountOf } from '#domain/money/cents.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';

/** Where a search stands. `search` is what was asked: the form may have changed since. */
export type Outcome =
  | { status: 'none' }
  | { status: 'waiting'; search: Comparator }
  | { status: 'found'; search: Comparator; answer: Answer<'POST /api/public/offers'>; at: Date }
  | { status: 'failed'; search: Comparator; failure: ApiFailure };

export type Comparison = {
  state: Comparator;
  change: (next: Comparator) => void;
  outcome: Outcome;
  /** asks for the offers of a form; nothing happens when it has nothing to compare (spec 5) */
  compare: (search: Comparator) => void;
};

export function useComparison(currencies: readonly Currency[]): Comparison {
  // The last search lives in the history entry: coming back from a bureau's site finds it again.
  const kept = useLocation().state as { search?: Comparator } | null;
  const navigate = useNavigate();
  const [state, change] = useState(() => keptSearch(kept?.search, currencies) ?? startComparator(currencies));
  const [outcome, setOutcome] = useState<Outcome>({ status: 'none' });
  const underWay = useRef<AbortController>(undefined);

  async function compare(asked: Comparator) {
    if (!canCompare(asked)) return;
    // each search is one of its own, even of the same amounts: the results come into view again
    const search = { ...asked };
    underWay.current?.abort();
    const current = new AbortController();
    underWay.current = current;
    setOutcome({ status: 'waiting', search });
    navigate('/', { replace: true, preventScrollReset: true, state: { search } });
    try {
      const answer = await call('POST /api/public/offers', {
        body: requestOf(search),
        signal: current.signal,
      });
      setOutcome({ status: 'found', search, answer, at: new Date() });
    } catch (error) {
      // a newer search has taken over
      if (current.signal.aborted) return;
      if (!(error instanceof ApiFailure)) throw error;
      setOutcome({ status: 'failed', search, failure: error });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is come back to
  useEffect(() => {
    if (kept?.search) void compare(state);
    return () => underWay.current?.abort();
  }, []);

  return { state, change, outcome, compare: (search) => void compare(search) };
}

/** A kept search, unless one of its currencies is no longer listed. */
function keptSearch(search: Comparator | undefined, currencies: readonly Currency[]): Comparator | undefined {
  const isListed = (code: string) => currencies.some((currency) => currency.code === code);
  return search && isListed(search.offer.currency) && isListed(search.wish.currency) ? search : undefined;
}

function requestOf({ offer, wish }: Comparator) {
  return {
    offer: { currency: offer.currency, amount: amountOf(offer.amount ?? 0) },
    wish: { currency: wish.currency, amount: amountOf(wish.amount ?? 0) },
  };
}
