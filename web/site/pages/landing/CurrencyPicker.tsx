import { Combobox } from '@base-ui/react/combobox';
import { type RefObject, useMemo, useRef, useState } from 'react';
import type { Currency } from '#domain/currencies/currency.ts';
import { type CurrencyEntry, listEntries } from '#domain/currencies/search.ts';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { useMediaQuery } from '#web/shared/ui/use-media-query.ts';
import styles from './CurrencyPicker.module.css';
import { type CurrencyGroup, searchCurrencies } from './search-currencies.ts';

type Props = {
  title: string;
  anchor: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  code: string;
  currencies: readonly Currency[];
  onChoose: (code: string) => void;
};

// over the place by its field that Base UI computes
const AS_SHEET = { position: 'fixed', inset: 'auto 0 0', width: 'auto', transform: 'none' } as const;

/** Every currency, found by code, French name or country: a sheet on a phone, a list by its field elsewhere. */
export function CurrencyPicker({ title, anchor, isOpen, onOpenChange, code, currencies, onChoose }: Props) {
  const [query, setQuery] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isPhone = useMediaQuery('--phone');
  const entries = useMemo(() => listEntries(currencies), [currencies]);
  const groups = useMemo(() => searchCurrencies(entries, query), [entries, query]);

  return (
    <Combobox.Root<CurrencyEntry>
      items={groups}
      filteredItems={groups}
      filter={null}
      open={isOpen}
      onOpenChange={(open, { reason, event }) => {
        // the button that opened it closes it by itself
        if (reason === 'outside-press' && anchor.current?.contains(event.target as Node)) return;
        onOpenChange(open);
      }}
      onOpenChangeComplete={(open) => {
        if (!open) setQuery('');
      }}
      value={entries.find((entry) => entry.code === code) ?? null}
      onValueChange={(entry) => {
        if (entry) onChoose(entry.code);
      }}
      itemToStringLabel={({ label }) => label}
      inputValue={query}
      onInputValueChange={(text, { reason }) => {
        // choosing would write the label into the search
        if (reason === 'input-change' || reason === 'input-clear') setQuery(text);
      }}
      autoHighlight
      modal={isPhone}
    >
      <Combobox.Portal>
        {isPhone ? <Combobox.Backdrop className={styles.backdrop} /> : null}
        <Combobox.Positioner
          className={styles.positioner}
          anchor={anchor}
          align="end"
          sideOffset={8}
          {...(isPhone ? { style: AS_SHEET } : {})}
        >
          <Combobox.Popup
            className={styles.popup}
            aria-label={title}
            // by touch, the keyboard would cover the list that is there to be tapped
            initialFocus={isPhone && matchMedia('(pointer: coarse)').matches ? heading : input}
            finalFocus={anchor}
          >
            <div className={styles.head}>
              <h2 ref={heading} className={styles.title} tabIndex={-1}>
                {title}
              </h2>
              <button type="button" className={styles.close} onClick={() => onOpenChange(false)}>
                Fermer
              </button>
            </div>
            <Combobox.Input
              ref={input}
              className={styles.search}
              placeholder="Code, devise ou pays"
              aria-label="Rechercher une devise"
              enterKeyHint="done"
            />
            <Combobox.Status className="visually-hidden">{countFound(groups, query)}</Combobox.Status>
            {groups.length === 0 ? (
              <p className={styles.none}>
                Aucune devise pour «&nbsp;{query.trim()}&nbsp;». Essayez un code ou un pays.
              </p>
            ) : null}
            <Combobox.List className={styles.list}>
              {(group: CurrencyGroup) => (
                <Combobox.Group key={group.title} items={group.items}>
                  <Combobox.GroupLabel className={styles.group}>{group.title}</Combobox.GroupLabel>
                  <Combobox.Collection>
                    {(entry: CurrencyEntry) => <Row key={entry.code} entry={entry} />}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function Row({ entry }: { entry: CurrencyEntry }) {
  return (
    <Combobox.Item value={entry} className={styles.item}>
      <Flag code={entry.code} size={32} lazy />
      <span className={styles.names}>
        <span className={styles.label}>{entry.label}</span>
        {entry.countries ? <span className={styles.countries}>{entry.countries}</span> : null}
      </span>
      <span className={styles.code}>{entry.code}</span>
    </Combobox.Item>
  );
}

function countFound(groups: CurrencyGroup[], query: string): string {
  if (query.trim() === '') return '';
  const count = groups.reduce((sum, group) => sum + group.items.length, 0);
  return count === 0
    ? 'Aucune devise trouvée'
    : `${count} ${count === 1 ? 'devise trouvée' : 'devises trouvées'}`;
}
