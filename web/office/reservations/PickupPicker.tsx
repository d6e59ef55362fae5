import { formatClock, formatLocalDay } from '#domain/reservations/format-moment.ts';
import type { SlotDay } from '#domain/reservations/slots.ts';
import { SelectField } from '#web/shared/ui/Field.tsx';
import styles from './PickupPicker.module.css';

type Props = {
  days: readonly SlotDay[];
  zone: string;
  /** milliseconds since 1970; null: not chosen */
  value: number | null;
  onChange: (instant: number) => void;
};

export function PickupPicker({ days, zone, value, onChange }: Props) {
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
        {days.map(({ day, instants }) => (
          <option key={day} value={day}>
            {formatLocalDay(instants[0] ?? 0, zone)}
          </option>
        ))}
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
