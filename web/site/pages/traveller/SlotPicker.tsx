import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formatClock } from '#domain/reservations/format-moment.ts';
import type { SlotDay } from '#domain/reservations/slots.ts';
import { sayNearDay } from './pickup.ts';
import styles from './SlotPicker.module.css';

// Hours of a day in sight before « plus tard ».
const FIRST_HOURS = 5;

type Props = {
  days: readonly SlotDay[];
  zone: string;
  // milliseconds since 1970; null: not chosen
  value: number | null;
  obstacleOn?: (day: string) => string | null;
  onChange: (instant: number) => void;
};

// Days, then hours of the chosen one, as slots.
export function SlotPicker({ days, zone, value, obstacleOn = () => null, onChange }: Props) {
  const name = useId();
  const [wholeDay, setWholeDay] = useState('');
  const revealed = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // focus of the pressed button, which is gone
    if (wholeDay !== '') revealed.current?.focus();
  }, [wholeDay]);
  const chosen = days.find(({ instants }) => value !== null && instants.includes(value)) ?? days[0];
  const hours = chosen?.instants ?? [];
  const isWhole =
    wholeDay === chosen?.day || hours.length <= FIRST_HOURS + 1 || hours.indexOf(value ?? 0) >= FIRST_HOURS;
  const now = Date.now();
  return (
    <>
      <fieldset className={styles.slots}>
        <legend className="visually-hidden">Jour</legend>
        {days.map((one) => {
          const { day, instants } = one;
          const obstacle = obstacleOn(day);
          const label = sayNearDay(one, zone, now);
          return (
            <Slot
              key={day}
              name={`${name}-day`}
              data-kind="day"
              disabled={obstacle !== null}
              checked={day === chosen?.day}
              onChange={() => instants[0] !== undefined && onChange(instants[0])}
            >
              {obstacle === null ? label : `${label}, ${obstacle}`}
            </Slot>
          );
        })}
      </fieldset>
      <fieldset className={styles.slots}>
        <legend className="visually-hidden">Heure</legend>
        {hours.slice(0, isWhole ? hours.length : FIRST_HOURS).map((instant, i) => (
          <Slot
            key={instant}
            ref={i === FIRST_HOURS ? revealed : null}
            name={`${name}-hour`}
            data-kind="hour"
            checked={instant === value}
            onChange={() => onChange(instant)}
          >
            {formatClock(instant, zone)}
          </Slot>
        ))}
        {isWhole ? null : (
          <button type="button" className={styles.later} onClick={() => setWholeDay(chosen?.day ?? '')}>
            plus tard
          </button>
        )}
      </fieldset>
    </>
  );
}

export function Slots({ children }: { children: ReactNode }) {
  return <div className={styles.slots}>{children}</div>;
}

export function Slot({ children, ...props }: ComponentProps<'input'> & { children: string }) {
  return (
    <label className={styles.slot}>
      <input type="radio" className={styles.input} {...props} />
      <span className={styles.text}>{children}</span>
    </label>
  );
}
