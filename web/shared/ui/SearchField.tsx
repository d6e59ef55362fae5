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
  hasSlashShortcut?: boolean;
};

export function SearchField({ label, placeholder, value, onType, onEnter, hasSlashShortcut = false }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // layout effect, so that a key pressed as soon as the page shows is not lost
  useLayoutEffect(() => {
    if (!hasSlashShortcut) return;
    const go = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || takesSlash(event.target)) return;
      if (document.documentElement.dataset.slashKey === 'off') return;
      // page behind a modal, out of reach
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', go);
    return () => removeEventListener('keydown', go);
  }, [hasSlashShortcut]);

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' && onEnter) {
      // surrounding form, which has nothing to send
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
        after={hasSlashShortcut ? <kbd className={styles.key}>/</kbd> : null}
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

/** Fields of figures and boxes take no '/', so the shortcut works there too. */
function takesSlash(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && target.inputMode === 'decimal') return false;
  if (target instanceof HTMLInputElement) return !['number', 'checkbox', 'radio'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
