import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Answer, Body } from '#domain/api.ts';
import { comparisonQuery, readComparisonQuery } from '#domain/comparator/address.ts';
import { type Comparator, canCompare, limitPassed, startComparator } from '#domain/comparator/comparator.ts';
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

/** The address holds the search: each is an entry of the history, and opened anywhere it is made again. */
export function useComparison(currencies: readonly Currency[]): Comparison {
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const [state, change] = useState(() => opened(query) ?? startComparator(currencies));
  const [outcome, setOutcome] = useState<Outcome>({ status: 'none' });
  const underWay = useRef<AbortController>(undefined);
  const compared = useRef('');

  function opened(address: string) {
    return readComparisonQuery(new URLSearchParams(address), currencies);
  }

  function isComparable(search: Comparator) {
    return canCompare(search) && limitPassed(search, currencies) === null;
  }

  function compare(asked: Comparator) {
    if (!isComparable(asked)) return;
    const address = `?${comparisonQuery(asked)}`;
    compared.current = address;
    navigate({ pathname: '/', search: address }, { replace: address === query, preventScrollReset: true });
    // each search is one of its own, even of the same amounts: the results come into view again
    void ask({ ...asked });
  }

  async function ask(search: Comparator) {
    underWay.current?.abort();
    const current = new AbortController();
    underWay.current = current;
    setOutcome({ status: 'waiting', search });
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: once an address was opened or come back to
  useEffect(() => {
    if (query === compared.current) return;
    compared.current = query;
    const search = opened(query);
    if (search) change(search);
    if (search && isComparable(search)) return void ask(search);
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

  return { state, change, outcome, compare };
}

/** spec 7: the plain request, but for an amount that is to be received. */
function requestOf({ offer, wish, typed }: Comparator): Body<'POST /api/public/offers'> {
  if (typed === 'wish') {
    return {
      offer: { currency: offer.currency },
      wish: { currency: wish.currency, amount: amountOf(wish.amount ?? 0) },
      target: 'wish',
    };
  }
  return {
    offer: { currency: offer.currency, amount: amountOf(offer.amount ?? 0) },
    wish: { currency: wish.currency, amount: amountOf(wish.amount ?? 0) },
  };
}
