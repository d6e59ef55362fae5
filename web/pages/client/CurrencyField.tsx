import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Flag } from '#web/shared/ui/Flag.tsx';
import input from '#web/shared/ui/TextInput.module.css';
import { CurrencyPicker } from '#web/site/pages/landing/CurrencyPicker.tsx';
import styles from './CurrencyField.module.css';

const IDS = { label: 'devise-nom', button: 'devise-cherchee' };

// Puts the searchable list in place of the browser's own.
export function replaceSelect(form: HTMLFormElement): void {
  const select = form.elements.namedItem('devise');
  if (!(select instanceof HTMLSelectElement)) return;
  // an open list of the browser is not taken away
  if (document.activeElement === select)
    select.addEventListener('blur', () => replace(select), { once: true });
  else replace(select);
}

function replace(select: HTMLSelectElement): void {
  const frame = select.closest<HTMLElement>(`.${input.frame}`);
  const label = select.labels[0];
  if (!frame || !label) return;
  const place = document.createElement('span');
  label.id = IDS.label;
  label.htmlFor = IDS.button;
  // 'Yen japonais (JPY)'
  const currencies = [...select.options].map(({ value, text }) => ({
    code: value,
    label: text.replace(/ \([A-Z]{3}\)$/, ''),
  }));
  createRoot(place).render(<CurrencyField currencies={currencies} chosen={select.value} />);
  frame.replaceWith(place);
}

type Props = { currencies: readonly { code: string; label: string }[]; chosen: string };

function CurrencyField({ currencies, chosen }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [code, setCode] = useState(chosen);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const open = (next: boolean) => {
    setQuery('');
    setOpen(next);
  };
  const label = currencies.find((each) => each.code === code)?.label ?? code;
  return (
    <>
      <input type="hidden" name="devise" value={code} />
      <button
        ref={button}
        id={IDS.button}
        type="button"
        className={`${input.frame} ${styles.button}`}
        aria-labelledby={`${IDS.label} ${IDS.button}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        <Flag code={code} />
        <span className={styles.name}>{`${label} (${code})`}</span>
        <svg className={input.chevron} viewBox="0 0 12 8" width="12" height="8" aria-hidden="true">
          <path d="m1.5 1.5 4.5 4.500 4.5-4.5" />
        </svg>
      </button>
      <CurrencyPicker
        title="Devise"
        anchor={button}
        isOpen={isOpen}
        onOpenChange={open}
        code={code}
        currencies={currencies}
        onChoose={(next) => {
          setCode(next);
          open(false);
        }}
        query={query}
        onType={setQuery}
        isEnterPending={false}
        onEnterHandled={() => undefined}
      />
    </>
  );
}
