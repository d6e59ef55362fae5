import { type RefObject, useEffect, useMemo } from 'react';
import type { Currency } from '#domain/currencies/currency.ts';
import {
  type CurrencyEntry,
  findCurrencies,
  frequency,
  isFrequent,
  listEntries,
} from '#domain/currencies/search.ts';
import { Combobox } from '#web/shared/ui/Combobox.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import styles from './CurrencyPicker.module.css';

type CurrencyGroup = { title: string; items: CurrencyEntry[] };

type Props = {
  title: string;
  anchor: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  code: string;
  currencies: readonly Pick<Currency, 'code' | 'label'>[];
  onChoose: (code: string) => void;
  query: string;
  onType: (query: string) => void;
  isEnterPending: boolean;
  onEnterHandled: () => void;
};

export function CurrencyPicker(props: Props) {
  const { code, currencies, onChoose, query, onType, isEnterPending, onEnterHandled, ...popup } = props;
  const entries = useMemo(() => listEntries(currencies), [currencies]);
  const groups = useMemo(() => searchCurrencies(entries, query), [entries, query]);
  const best = query.trim() === '' ? undefined : groups[0]?.items[0];
  const { onOpenChange } = popup;
  useEffect(() => {
    if (!isEnterPending) return;
    onEnterHandled();
    if (!best) return;
    onChoose(best.code);
    onOpenChange(false);
  }, [isEnterPending, best, onEnterHandled, onChoose, onOpenChange]);
  return (
    <Combobox
      {...popup}
      search={{
        label: 'Rechercher une devise',
        placeholder: 'Code, devise ou pays',
        query,
        onType,
      }}
      groups={groups}
      found={countFound(groups, query)}
      none={<span>{`Aucune devise pour «\u00a0${query.trim()}\u00a0». Essayez un code ou un pays.`}</span>}
      value={entries.find((entry) => entry.code === code) ?? null}
      onChoose={(entry) => onChoose(entry.code)}
      labelOf={({ label }) => label}
      keyOf={(entry) => entry.code}
    >
      {(entry) => (
        <>
          <Flag code={entry.code} size={32} lazy />
          <span className={styles.names}>
            <span className={styles.label}>{entry.label}</span>
            {entry.countries ? <span className={styles.countries}>{entry.countries}</span> : null}
          </span>
          <span className={styles.code}>{entry.code}</span>
        </>
      )}
    </Combobox>
  );
}

function countFound(groups: CurrencyGroup[], query: string): string {
  if (query.trim() === '') return '';
  const count = groups.reduce((sum, group) => sum + group.items.length, 0);
  return count === 0
    ? 'Aucune devise trouvée'
    : `${count} ${count === 1 ? 'devise trouvée' : 'devises trouvées'}`;
}

function searchCurrencies(entries: readonly CurrencyEntry[], query: string): CurrencyGroup[] {
  if (query.trim() === '') return listAll(entries);
  const matches = findCurrencies(entries, query);
  return matches.length ? [{ title: 'Résultats', items: matches }] : [];
}

function listAll(entries: readonly CurrencyEntry[]): CurrencyGroup[] {
  return [
    {
      title: 'Les plus demandées',
      items: entries.filter(isFrequent).sort((a, b) => frequency(a) - frequency(b)),
    },
    { title: 'Toutes les autres', items: entries.filter((entry) => !isFrequent(entry)) },
  ];
}
