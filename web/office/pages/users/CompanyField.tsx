import { Combobox } from '@base-ui/react/combobox';
import { type Ref, useEffect, useState } from 'react';
import type { CompanyName } from '#domain/companies/company.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { TextField } from '#web/shared/ui/Field.tsx';
import styles from './CompanyField.module.css';

type Props = {
  ref: Ref<HTMLInputElement>;
  /** the one that is stored */
  company: CompanyName | null;
  value: number | null;
  error: string | undefined;
  onChoose: (id: number | null) => void;
};

const PAUSE_IN_TYPING = 150;

/** The bureau that a user works for: typed, and found by the server among all of them. */
export function CompanyField({ ref, company, value, error, onChoose }: Props) {
  const [chosen, setChosen] = useState(company);
  const current = [chosen, company].find((each) => each?.id === value) ?? null;
  // what is typed since the list was opened; null: nothing
  const [query, setQuery] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const found = useFound(isOpen ? (query ?? '') : null);

  return (
    <Combobox.Root<CompanyName>
      items={found}
      filteredItems={found}
      filter={null}
      value={current}
      onValueChange={(picked) => {
        setChosen(picked);
        setQuery(null);
        onChoose(picked?.id ?? null);
      }}
      itemToStringLabel={({ name }) => name}
      isItemEqualToValue={(a, b) => a.id === b.id}
      inputValue={query ?? current?.name ?? ''}
      onInputValueChange={(typed, { reason }) => {
        if (reason !== 'input-change' && reason !== 'input-clear') return;
        setQuery(typed);
        // an emptied field means no bureau
        if (typed.trim() === '') onChoose(null);
      }}
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        // text that was typed but not chosen from the list changes nothing
        if (!open) setQuery(null);
      }}
      autoHighlight
    >
      <Combobox.Input
        ref={ref}
        // the field's own id ties it to its label
        render={({ id: _, ...props }) => <TextField label="Bureau" error={error} {...props} />}
        placeholder="Aucun bureau"
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Combobox.Portal>
        <Combobox.Positioner className={styles.positioner} align="start" sideOffset={6}>
          <Combobox.Popup className={styles.popup}>
            <Combobox.Empty className={styles.none}>Aucun bureau de ce nom.</Combobox.Empty>
            <Combobox.List className={styles.list}>
              {(each: CompanyName) => (
                <Combobox.Item key={each.id} value={each} className={styles.item}>
                  {each.name}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** The bureaux that the server finds for a text; null while the list is closed. */
function useFound(query: string | null): CompanyName[] {
  const [found, setFound] = useState<CompanyName[]>([]);
  useEffect(() => {
    if (query === null) return;
    const given = new AbortController();
    const ask = async () => {
      try {
        setFound(
          await call('GET /api/companies/names', { query: { q: query.trim() }, signal: given.signal }),
        );
      } catch (error) {
        if (!given.signal.aborted) showFailure(error);
      }
    };
    const pause = setTimeout(() => void ask(), query === '' ? 0 : PAUSE_IN_TYPING);
    return () => {
      clearTimeout(pause);
      given.abort();
    };
  }, [query]);
  return found;
}
