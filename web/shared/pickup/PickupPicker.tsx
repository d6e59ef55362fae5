import { formatClock, formatLocalDay } from '#domain/reservations/format-moment.ts';
import type { SlotDay } from '#domain/reservations/slots.ts';
import { SelectField } from '../ui/Field.tsx';
import styles from './PickupPicker.module.css';

type Props = {
  days: readonly SlotDay[];
  zone: string;
  /** milliseconds since 1970; null: not chosen */
  value: number | null;
  obstacleOn?: (day: string) => string | null;
  onChange: (instant: number) => void;
};

export function PickupPicker({ days, zone, value, obstacleOn = () => null, onChange }: Props) {
  const chosen = days.find(({ instants }) => value !== null && instants.includes(value)) ?? days[0];
  return (
    <div className={styles.pair}>
      <SelectField
        label="Jour"
        value={chosen?.day ?? ''}
        onChange={(event) => {
          const day = days.find((one) => one.day === event.currentTarget.value);
          if (day?.instants[0] !== undefined) onChange(day.instants[0]);
        }}
      >
        {days.map(({ day, instants }) => {
          const obstacle = obstacleOn(day);
          const name = formatLocalDay(instants[0] ?? 0, zone);
          return (
            <option key={day} value={day} disabled={obstacle !== null}>
              {obstacle === null ? name : `${name}, ${obstacle}`}
            </option>
          );
        })}
      </SelectField>
      <SelectField
        label="Heure"
        value={String(value ?? '')}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {chosen?.instants.map((instant) => (
          <option key={instant} value={instant}>
            {formatClock(instant, zone)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
