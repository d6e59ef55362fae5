import { type Ref, useId } from 'react';
import type { Closure } from '#domain/branches/branch.ts';
import { MAX_CLOSURES } from '#domain/branches/fields.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { FieldError, TextField } from '#web/shared/ui/Field.tsx';
import styles from './BranchForm.module.css';

type Props = {
  ref: Ref<HTMLInputElement>;
  closures: readonly Closure[];
  error: string | undefined;
  onChange: (closures: Closure[]) => void;
};

export function ClosuresField({ ref, closures, error, onChange }: Props) {
  const id = useId();
  const described = error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id };
  return (
    <div className={styles.closures}>
      {closures.map((closure, at) => {
        const set = (part: Partial<Closure>) =>
          onChange(closures.map((old, one) => (one === at ? { ...old, ...part } : old)));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: its fields hold nothing of their own
          <fieldset key={at} className={styles.closure}>
            <legend className="visually-hidden">Fermeture exceptionnelle {at + 1}</legend>
            <TextField
              {...(at === 0 && { ref })}
              label="Fermé du"
              type="date"
              value={closure.from_day}
              {...described}
              onChange={({ currentTarget: { value } }) =>
                // usually one day, and never ending before it begins
                set({ from_day: value, to_day: closure.to_day < value ? value : closure.to_day })
              }
            />
            <TextField
              label="Heure de début"
              type="time"
              value={closure.from_time ?? ''}
              {...described}
              onChange={({ currentTarget: { value } }) => set({ from_time: value })}
            />
            <TextField
              label="au"
              type="date"
              min={closure.from_day}
              value={closure.to_day}
              {...described}
              onChange={({ currentTarget: { value } }) => set({ to_day: value })}
            />
            <TextField
              label="Heure de fin"
              type="time"
              value={closure.to_time ?? ''}
              {...described}
              onChange={({ currentTarget: { value } }) => set({ to_time: value })}
            />
            <TextField
              label="Motif"
              autoComplete="off"
              maxLength={100}
              value={closure.reason}
              onChange={({ currentTarget: { value } }) => set({ reason: value })}
            />
            <Button
              variant="secondary"
              aria-label={`Retirer la fermeture ${at + 1}`}
              onClick={() => onChange(closures.filter((_, one) => one !== at))}
            >
              Retirer
            </Button>
          </fieldset>
        );
      })}
      {closures.length > 0 ? (
        <p className={styles.soft}>Sans heure, une fermeture dure la journée entière.</p>
      ) : null}
      <FieldError id={id}>{error}</FieldError>
      {closures.length < MAX_CLOSURES ? (
        <div>
          <Button
            variant="secondary"
            size="small"
            onClick={() => onChange([...closures, { from_day: '', to_day: '', reason: '' }])}
          >
            Ajouter une fermeture exceptionnelle
          </Button>
        </div>
      ) : null}
    </div>
  );
}
