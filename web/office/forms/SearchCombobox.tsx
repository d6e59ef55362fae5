import { Combobox } from '@base-ui/react/combobox';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { TextField } from '#web/shared/ui/Field.tsx';
import styles from './SearchCombobox.module.css';

type Props<T> = {
  ref: Ref<HTMLInputElement>;
  label: string;
  hint?: string;
  placeholder?: string;
  error: string | undefined;
  value: T | null;
  find: (query: string, signal: AbortSignal) => Promise<T[]>;
  labelOf: (item: T) => string;
  keyOf: (item: T) => string | number;
  emptyText: string;
  /** null: the field was emptied */
  onChoose: (item: T | null) => void;
  children: (item: T) => ReactNode;
};

const PAUSE_IN_TYPING = 150;

export function SearchCombobox<T>(props: Props<T>) {
  const { ref, label, hint, placeholder, error, value, find, labelOf, keyOf, emptyText, onChoose, children } =
    props;
  // text typed since the list was opened; null: none
  const [query, setQuery] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const found = useServerSearch(find, isOpen ? (query ?? '') : null);

  return (
    <Combobox.Root<T>
      items={found}
      filteredItems={found}
      filter={null}
      value={value}
      onValueChange={(picked) => {
        setQuery(null);
        onChoose(picked);
      }}
      itemToStringLabel={labelOf}
      isItemEqualToValue={(a, b) => keyOf(a) === keyOf(b)}
      inputValue={query ?? (value === null ? '' : labelOf(value))}
      onInputValueChange={(typed, { reason }) => {
        if (reason !== 'input-change' && reason !== 'input-clear') return;
        setQuery(typed);
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
        render={({ id: _, ...field }) => <TextField label={label} hint={hint} error={error} {...field} />}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Combobox.Portal>
        <Combobox.Positioner className={styles.positioner} align="start" sideOffset={6}>
          <Combobox.Popup className={styles.popup}>
            <Combobox.Empty className={styles.none}>{emptyText}</Combobox.Empty>
            <Combobox.List className={styles.list}>
              {(each: T) => (
                <Combobox.Item key={keyOf(each)} value={each} className={styles.item}>
                  {children(each)}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function useServerSearch<T>(find: Props<T>['find'], query: string | null): T[] {
  const [found, setFound] = useState<T[]>([]);
  useEffect(() => {
    if (query === null) return;
    const controller = new AbortController();
    const search = async () => {
      try {
        setFound(await find(query.trim(), controller.signal));
      } catch (error) {
        if (!controller.signal.aborted) showFailure(error);
      }
    };
    const pause = setTimeout(() => void search(), query === '' ? 0 : PAUSE_IN_TYPING);
    return () => {
      clearTimeout(pause);
      controller.abort();
    };
  }, [find, query]);
  return found;
}
