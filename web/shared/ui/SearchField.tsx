import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Icon } from './Icon.tsx';
import styles from './SearchField.module.css';
import { TextInput } from './TextInput.tsx';

type Props = {
  label: string;
  placeholder: string;
  value: string;
  onType: (text: string) => void;
  onEnter?: () => void;
  /** '/' goes to it from anywhere on the page but a text */
  hasShortcut?: boolean;
};

export function SearchField({ label, placeholder, value, onType, onEnter, hasShortcut = false }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // with the page itself: a key pressed as soon as it shows is not lost
  useLayoutEffect(() => {
    if (!hasShortcut) return;
    const go = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isText(event.target)) return;
      // behind a modal, the page is not there
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', go);
    return () => removeEventListener('keydown', go);
  }, [hasShortcut]);

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' && onEnter) {
      // a form around it has nothing to send
      event.preventDefault();
      onEnter();
    }
    if (event.key === 'Escape') onType('');
  }

  return (
    <search className={styles.search}>
      <TextInput
        ref={input}
        before={<Icon name="search" />}
        after={hasShortcut ? <kbd className={styles.key}>/</kbd> : null}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={press}
      />
    </search>
  );
}

/** A number field takes no '/': there the shortcut works too. */
function isText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'number';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
