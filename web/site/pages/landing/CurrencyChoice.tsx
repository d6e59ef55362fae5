import { useEffect, useRef, useState } from 'react';
import type { Side } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import { Flag } from '#web/shared/ui/Flag.tsx';
import styles from './CurrencyChoice.module.css';
import { onFirstInteraction } from './first-interaction.ts';

// The list weighs more than the router: it comes after the first screen, before it is needed.
const loadPicker = () => import('./CurrencyPicker.tsx');
type Picker = Awaited<ReturnType<typeof loadPicker>>['CurrencyPicker'];

type Props = {
  side: Side;
  code: string;
  currencies: readonly Currency[];
  onChoose: (code: string) => void;
};

const TITLES = { offer: 'Devise que je donne', wish: 'Devise que je souhaite recevoir' };

/** The currency of one side, and the way to another one. */
export function CurrencyChoice({ side, code, currencies, onChoose }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [picker, setPicker] = useState<{ Picker: Picker } | 'failed' | null>(null);
  const [isOpen, setOpen] = useState(false);
  // the first sign of a person fetches the list: before that, nothing more than the first screen
  useEffect(() => onFirstInteraction(preload), []);
  const label = currencies.find((currency) => currency.code === code)?.label ?? code;

  async function toggle() {
    setOpen(!isOpen);
    if (picker && picker !== 'failed') return;
    try {
      setPicker({ Picker: (await loadPicker()).CurrencyPicker });
    } catch {
      setOpen(false);
      setPicker('failed');
    }
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.choice}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${TITLES[side]} : ${code}, ${label}`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void toggle()}
      >
        <Flag code={code} />
        {code}
        <svg className={styles.chevron} viewBox="0 0 12 8" width="12" height="8" aria-hidden="true">
          <path d="m1.500 1.500 4.500 4.500 4.500-4.500" />
        </svg>
      </button>
      {picker === 'failed' ? (
        <p className={styles.failed} role="alert">
          La liste des devises n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.
        </p>
      ) : null}
      {picker && picker !== 'failed' ? (
        <picker.Picker
          title={TITLES[side]}
          anchor={button}
          isOpen={isOpen}
          onOpenChange={setOpen}
          code={code}
          currencies={currencies}
          onChoose={onChoose}
        />
      ) : null}
    </>
  );
}

function preload() {
  // without a network the list is asked for again when it is opened
  loadPicker().catch(() => undefined);
}
