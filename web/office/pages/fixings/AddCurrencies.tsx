import { useMemo, useState } from 'react';
import { findCurrencies, listEntries } from '#domain/currencies/search.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import styles from './AddCurrencies.module.css';
import { addCurrency } from './sheet-calls.ts';
import { useSheet } from './sheet-state.ts';

const MAX_RESULTS = 8;

export function AddCurrencies({ rates }: { rates: readonly RateRow[] }) {
  const [query, setQuery] = useState('');
  const [added, setAdded] = useState('');
  const entries = useMemo(() => listEntries(rates), [rates]);
  const rows = useSheet(({ sheet }) => sheet?.rows ?? NONE);
  const present = new Set(rows.map(({ code }) => code));
  const found = findCurrencies(entries, query).filter(({ code }) => !present.has(code));

  async function add(code: string | undefined) {
    if (!code || !(await addCurrency(code))) return;
    setQuery('');
    setAdded(`${code} est sur la feuille.`);
  }

  return (
    <div className={styles.picker}>
      <SearchField
        label="Devise à ajouter"
        placeholder="Devise, pays ou code"
        value={query}
        onType={setQuery}
        onEnter={() => void add(found[0]?.code)}
      />
      <p role="status" className={styles.state}>
        {found.length === 0 ? 'Aucune devise à ajouter à ce nom.' : added}
      </p>
      <ul className={styles.found} aria-label="Devises à ajouter">
        {found.slice(0, MAX_RESULTS).map(({ code, label, countries }) => (
          <li key={code}>
            <button type="button" onClick={() => void add(code)}>
              <span className="visually-hidden">Ajouter </span>
              <Flag code={code} />
              <strong>{code}</strong>
              <span>
                {label} <small>{countries}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const NONE: readonly RateRow[] = [];
