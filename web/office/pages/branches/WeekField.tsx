import type { Ref } from 'react';
import { type TypedSpan, type TypedWeek, writeTypedWeek } from '#domain/branches/typed-week.ts';
import { DAYS, MAX_SPANS } from '#domain/branches/week.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { Icon } from '#web/shared/ui/Icon.tsx';
import { TextInput } from '#web/shared/ui/TextInput.tsx';
import styles from './WeekField.module.css';

type Props = {
  ref: Ref<HTMLInputElement>;
  week: TypedWeek;
  errorId: string | undefined;
  onChange: (hours: string) => void;
};

const FRIDAY = 4;
const USUAL: readonly TypedSpan[] = [{ from: '09:00', to: '18:00' }];

export function WeekField({ ref, week, errorId, onChange }: Props) {
  const setDay = (at: number, spans: readonly TypedSpan[]) =>
    onChange(writeTypedWeek(week.map((old, day) => (day === at ? spans : old))));

  function openLikeDayBefore(day: number) {
    setDay(day, week.slice(0, day).findLast((spans) => spans.length > 0) ?? USUAL);
  }

  const copyMonday = () =>
    onChange(writeTypedWeek(week.map((spans, day) => (day <= FRIDAY ? (week[0] ?? []) : spans))));

  return (
    <div className={styles.week}>
      {DAYS.map((name, day) => (
        <div key={name} className={styles.day}>
          <CheckField
            {...(day === 0 && { ref })}
            label={capitalized(name)}
            checked={week[day]?.length !== 0}
            aria-describedby={errorId}
            onChange={({ currentTarget: { checked } }) =>
              checked ? openLikeDayBefore(day) : setDay(day, [])
            }
          />
          <DaySpans
            day={name}
            spans={week[day] ?? []}
            describedBy={errorId}
            onChange={(spans) => setDay(day, spans)}
          />
        </div>
      ))}
      <div>
        <Button variant="secondary" size="small" onClick={copyMonday}>
          Copier lundi sur mardi à vendredi
        </Button>
      </div>
    </div>
  );
}

type DayProps = {
  day: string;
  spans: readonly TypedSpan[];
  describedBy: string | undefined;
  onChange: (spans: readonly TypedSpan[]) => void;
};

function DaySpans({ day, spans, describedBy, onChange }: DayProps) {
  if (spans.length === 0) return <p className={styles.closed}>Fermé</p>;
  return (
    <div className={styles.spans}>
      {spans.map((span, at) => {
        const which = at === 0 ? '' : 'seconde ';
        const time = (end: keyof TypedSpan, name: string) => (
          <TextInput
            type="time"
            size="small"
            className={styles.time}
            aria-label={`${capitalized(day)}, ${which}${name}`}
            aria-invalid={describedBy !== undefined && isReversed(span)}
            aria-describedby={describedBy}
            value={span[end]}
            onChange={({ currentTarget: { value } }) =>
              onChange(spans.map((old, one) => (one === at ? { ...old, [end]: value } : old)))
            }
          />
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a span is its place in the day
          <div key={at} className={styles.span}>
            {time('from', 'ouverture')}
            <span aria-hidden="true">–</span>
            {time('to', 'fermeture')}
            {at === 0 ? null : (
              <button
                type="button"
                className={styles.remove}
                aria-label={`Retirer la seconde plage du ${day}`}
                onClick={() => onChange(spans.slice(0, at))}
              >
                <Icon name="close" />
              </button>
            )}
          </div>
        );
      })}
      {spans.length < MAX_SPANS ? (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Seconde plage le ${day}`}
          onClick={() => onChange([...spans, { from: '', to: '' }])}
        >
          Seconde plage
        </Button>
      ) : null}
    </div>
  );
}

function isReversed({ from, to }: TypedSpan): boolean {
  return from === '' || to === '';
}

function capitalized(day: string): string {
  return `${day.slice(0, 1).toUpperCase()}${day.slice(1)}`;
}
