import { useMemo, useState } from 'react';
import type { Currency } from '#domain/currencies/currency.ts';
import { findCurrencies, listEntries } from '#domain/currencies/search.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { call } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import { AdministrationTabs } from '../../layout/AdministrationTabs.tsx';
import { page } from '../../page.tsx';
import styles from './CurrenciesPage.module.css';

export const currenciesPage = page({
  needs: ['sittings.list.me'],
  load: ({ signal }) => call('GET /api/fixings/currencies', { signal }),
  Component: Currencies,
});

function Currencies({ data: currencies }: { data: readonly Currency[] }) {
  const [query, setQuery] = useState('');
  const entries = useMemo(() => listEntries(currencies), [currencies]);
  const rates = useMemo(() => new Map(currencies.map(({ code, rate }) => [code, rate])), [currencies]);
  const found = findCurrencies(entries, query);
  const base = currencies[0]?.code ?? '';

  return (
    <>
      <AdministrationTabs />
      <SearchField
        label="Rechercher une devise"
        placeholder="Devise, pays ou code"
        value={query}
        onType={setQuery}
        hasSlashShortcut
      />
      <Card
        title={`Devises pour 1 ${base}`}
        note={found.length === 1 ? '1 devise' : `${found.length} devises`}
      >
        {found.length === 0 ? (
          <EmptyList>
            Aucune devise pour «&nbsp;{query.trim()}&nbsp;». Essayez un code, un nom ou un pays.
          </EmptyList>
        ) : (
          <ul className={styles.grid}>
            {found.map(({ code, label }) => (
              <li key={code} className={styles.currency}>
                <Flag code={code} size={32} lazy />
                <span className={styles.names}>
                  <strong>{code}</strong>
                  <span className={styles.label}>{label}</span>
                </span>
                <span className={styles.rate}>{formatRate(decimalOf(rates.get(code) ?? 1))}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
