import { Combobox as Base } from '@base-ui/react/combobox';
import { type ReactNode, type RefObject, useRef } from 'react';
import styles from './Combobox.module.css';
import dialog from './Dialog.module.css';
import { TextInput } from './TextInput.tsx';
import { useMediaQuery } from './use-media-query.ts';

type Group<T> = { title: string; items: readonly T[] };

type Props<T> = {
  title: string;
  anchor: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  search: { label: string; placeholder: string; query: string; onType: (query: string) => void };
  groups: readonly Group<T>[];
  found: string;
  hasFewRows?: boolean;
  none: ReactNode;
  value: T | null;
  onChoose: (item: T) => void;
  labelOf: (item: T) => string;
  keyOf: (item: T) => string;
  children: (item: T) => ReactNode;
};

// overrides the position by its button that Base UI computes
const AS_SHEET = { position: 'fixed', inset: 'auto 0 0', width: 'auto', transform: 'none' } as const;

export function Combobox<T>(props: Props<T>) {
  const { title, anchor, isOpen, onOpenChange, search, groups, found, none, value, onChoose, labelOf } =
    props;
  const input = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isPhone = useMediaQuery('--phone');
  return (
    <Base.Root<T>
      items={groups}
      filteredItems={groups}
      filter={null}
      open={isOpen}
      onOpenChange={(open, { reason, event }) => {
        // own button, which closes it by itself
        if (reason === 'outside-press' && anchor.current?.contains(event.target as Node)) return;
        onOpenChange(open);
      }}
      value={value}
      onValueChange={(item) => {
        if (item !== null) onChoose(item);
      }}
      itemToStringLabel={labelOf}
      inputValue={search.query}
      onInputValueChange={(text, { reason }) => {
        // label of the choice, not to be written into the search
        if (reason === 'input-change' || reason === 'input-clear') search.onType(text);
      }}
      autoHighlight
      modal={isPhone}
    >
      <Base.Portal>
        {isPhone ? <Base.Backdrop className={dialog.backdrop} /> : null}
        <Base.Positioner
          className={styles.positioner}
          anchor={anchor}
          align="end"
          sideOffset={8}
          {...(isPhone ? { style: AS_SHEET } : {})}
        >
          <Base.Popup
            ref={translateButtons}
            className={`${dialog.surface} ${styles.popup} ${props.hasFewRows ? styles.short : ''}`}
            aria-label={title}
            onKeyDown={(event) => {
              // key pressed before the focus was in the search
              if (event.target === input.current || event.key.length !== 1 || event.key === ' ') return;
              if (event.ctrlKey || event.metaKey || event.altKey) return;
              event.preventDefault();
              search.onType(search.query + event.key);
              input.current?.focus();
            }}
            // touch screens, whose keyboard would cover the list, focus the heading
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
            <Base.Input
              ref={input}
              className={styles.search}
              render={<TextInput />}
              placeholder={search.placeholder}
              aria-label={search.label}
              enterKeyHint="done"
              onFocus={({ currentTarget }) => {
                currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length);
              }}
            />
            <Base.Status className="visually-hidden">{found}</Base.Status>
            {groups.length === 0 ? <p className={styles.none}>{none}</p> : null}
            <Items {...props} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function translateButtons(popup: HTMLElement | null): void {
  for (const button of popup?.parentElement?.querySelectorAll('[aria-label="Dismiss"]') ?? [])
    button.setAttribute('aria-label', 'Quitter la liste');
}

function Items<T>({ keyOf, children }: Pick<Props<T>, 'keyOf' | 'children'>) {
  return (
    <Base.List className={styles.list}>
      {(group: Group<T>) => (
        <Base.Group key={group.title} items={group.items}>
          <Base.GroupLabel className={styles.group}>{group.title}</Base.GroupLabel>
          <Base.Collection>
            {(item: T) => (
              <Base.Item key={keyOf(item)} value={item} className={styles.item}>
                {children(item)}
              </Base.Item>
            )}
          </Base.Collection>
        </Base.Group>
      )}
    </Base.List>
  );
}
