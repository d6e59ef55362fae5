import { type FormEvent, useId, useRef, useState } from 'react';
import type { Place } from '#domain/places/place.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import styles from './Filters.module.css';
import { formatLocalTime } from './format-filters.ts';
import { openRange } from './open-at.ts';

type Props = {
  open: string;
  place: Place;
  onChoose: (open: string) => void;
};

export function OpenAtFilter({ open, place, onChoose }: Props) {
  const id = useId();
  const chip = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  const isOn = open !== '' && open !== 'now';
  const { min, max, proposed } = openRange(place, new Date());

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wall = String(new FormData(event.currentTarget).get('open'));
    if (!wall) return;
    setAsking(false);
    chip.current?.focus();
    onChoose(wall.slice(0, 16));
  }

  return (
    <>
      <button
        ref={chip}
        type="button"
        className={styles.chip}
        {...(isOn ? { 'aria-pressed': true } : { 'aria-expanded': isAsking, 'aria-controls': id })}
        onClick={() => (isOn ? onChoose('') : setAsking(!isAsking))}
      >
        {isOn ? `Ouvert ${formatLocalTime(open)}` : 'Ouvert le…'}
      </button>
      {isAsking && !isOn ? (
        <form id={id} className={styles.moment} onSubmit={submit}>
          <TextField
            label="Jour et heure, sur place"
            type="datetime-local"
            name="open"
            defaultValue={proposed}
            min={min}
            max={max}
            required
            autoFocus
          />
          <Button type="submit" variant="secondary">
            Filtrer
          </Button>
        </form>
      ) : null}
    </>
  );
}
