import { useCallback, useEffect, useState } from 'react';
import type { Answer } from '#domain/api.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { amountOf, type Cents } from '#domain/money/cents.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import type { Outcome } from '../use-comparison.ts';

/** A comparison that was really made: the traveller's own, or an example of one. */
export type Compared = {
  offer: { currency: string; cents: Cents };
  wish: { currency: string; label: string };
  answer: Answer<'POST /api/public/offers'>;
  at: Date;
  isExample: boolean;
};

const EXAMPLE: Cents = 50_000;

/** The last search; before the first one an example, from the base to the default counterpart. */
export function useCompared(outcome: Outcome, currencies: readonly Currency[], isWanted: boolean) {
  const [example, setExample] = useState<Compared | 'failed' | null>(null);
  const own = ownSearch(outcome, currencies);
  const isMissing = isWanted && outcome.status === 'none' && example === null;

  const fetchExample = useCallback(
    (signal?: AbortSignal) => {
      compareExample(currencies, signal).then(setExample, (error) => {
        if (signal?.aborted) return;
        setExample('failed');
        if (!(error instanceof ApiFailure)) throw error;
      });
    },
    [currencies],
  );

  useEffect(() => {
    if (!isMissing) return;
    const left = new AbortController();
    fetchExample(left.signal);
    return () => left.abort();
  }, [isMissing, fetchExample]);

  return { compared: own ?? example, retry: () => fetchExample() };
}

function ownSearch(outcome: Outcome, currencies: readonly Currency[]): Compared | null {
  if (outcome.status !== 'found') return null;
  const { search, answer, at } = outcome;
  return {
    offer: { currency: search.offer.currency, cents: search.offer.amount ?? 0 },
    wish: { currency: search.wish.currency, label: labelOf(search.wish.currency, currencies) },
    answer,
    at,
    isExample: false,
  };
}

async function compareExample(currencies: readonly Currency[], signal?: AbortSignal): Promise<Compared> {
  const [base = '', counterpart = ''] = currencies.map(({ code }) => code);
  const answer = await call('POST /api/public/offers', {
    body: { offer: { currency: base, amount: amountOf(EXAMPLE) }, wish: { currency: counterpart } },
    ...(signal ? { signal } : {}),
  });
  return {
    offer: { currency: base, cents: EXAMPLE },
    wish: { currency: counterpart, label: labelOf(counterpart, currencies) },
    answer,
    at: new Date(),
    isExample: true,
  };
}

function labelOf(code: string, currencies: readonly Currency[]): string {
  return currencies.find((currency) => currency.code === code)?.label ?? code;
}
