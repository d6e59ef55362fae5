import { useEffect, useRef, useState } from 'react';
import { moveWhere } from '#domain/comparator/where.ts';
import { describeIgnored } from './format.ts';
import styles from './PlaceField.module.css';
import type { Comparison } from './use-comparison.ts';

// list and geolocation, loaded after the first screen
const loadPicker = () => import('./PlacePicker.tsx');
type Picker = Awaited<ReturnType<typeof loadPicker>>['PlacePicker'];

export function PlaceField({ comparison }: { comparison: Comparison }) {
  const { state, change, place, choosePlace } = comparison;
  const button = useRef<HTMLButtonElement>(null);
  const [picker, setPicker] = useState<{ Picker: Picker } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [message, setMessage] = useState('');
  const isWanted = useRef(false);
  // label of the place, unknown until an address's code is looked up
  const label = state.where ? (place?.label ?? '…') : null;
  useEffect(() => {
    if (label) setMessage('');
  }, [label]);

  async function toggle() {
    isWanted.current = !isOpen;
    setMessage('');
    if (picker) return setOpen(isWanted.current);
    try {
      setPicker({ Picker: (await loadPicker()).PlacePicker });
      setOpen(isWanted.current);
    } catch {
      setMessage('La recherche d’un lieu n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.');
    }
  }

  return (
    <div className={styles.where}>
      <div className={styles.field}>
        <button
          ref={button}
          type="button"
          className={styles.open}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => void toggle()}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M10 18s6-5.200 6-9.500a6 6 0 1 0-12 0C4 12.800 10 18 10 18Zm0-7.200a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600Z" />
          </svg>
          <span className={styles.name}>Où ?</span>{' '}
          <span className={label ? styles.place : styles.empty}>
            {label ?? 'Ville, aéroport (facultatif)'}
          </span>
        </button>
        {label ? (
          <button
            type="button"
            className={styles.clear}
            aria-label="Chercher partout"
            onClick={() => {
              setMessage('');
              change((form) => ({ ...form, where: undefined }));
              button.current?.focus();
            }}
          >
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="m4 4 8 8m0-8-8 8" />
            </svg>
          </button>
        ) : null}
      </div>
      <p className={styles.said} role="status">
        {message || describeIgnored(comparison)}
      </p>
      {picker ? (
        <picker.Picker
          anchor={button}
          code={state.where?.code}
          isOpen={isOpen}
          onOpenChange={setOpen}
          onMessage={setMessage}
          onChoose={(chosen, here) => {
            choosePlace(chosen, here);
            // position seconds late, while the amounts typed meanwhile stay
            change((form) => ({ ...form, where: moveWhere(form.where, chosen.code) }));
          }}
        />
      ) : null}
    </div>
  );
}

function preload() {
  loadPicker().catch(() => undefined);
}
