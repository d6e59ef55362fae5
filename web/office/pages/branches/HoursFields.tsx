import { useId, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { describeClosure, formatWholeWeek } from '#domain/branches/format-hours.ts';
import { ALSACE_MOSELLE, regionOf } from '#domain/branches/region.ts';
import { checkSpans, readTypedWeek } from '#domain/branches/typed-week.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { FieldError, TextField } from '#web/shared/ui/Field.tsx';
import { Fieldset } from '#web/shared/ui/Fieldset.tsx';
import styles from './BranchForm.module.css';
import type { BranchFormOf } from './branch-values.ts';
import { ClosuresField } from './ClosuresField.tsx';
import { WeekField } from './WeekField.tsx';

export function HoursFields({ form: { fields, text, stored } }: { form: BranchFormOf }) {
  const { control } = fields;
  const [country, postcode] = useWatch({ control, name: ['country', 'postcode'] });
  // seasonal hours do not fit the weekly grid
  const [isText, setText] = useState(() => readTypedWeek(stored.hours) === null);
  return (
    <Fieldset title="Horaires">
      {isText ? (
        <TextField
          label="Horaires en texte"
          hint="Dans la syntaxe d’OpenStreetMap, par exemple : May-Sep Mo-Su 09:00-19:00; Oct-Apr Mo-Fr 09:00-18:00"
          autoComplete="off"
          spellCheck={false}
          {...text('hours')}
        />
      ) : (
        <Controller
          control={control}
          name="hours"
          render={({ field, fieldState }) => (
            <Week
              fieldRef={field.ref}
              hours={field.value}
              error={fieldState.error?.message}
              onChange={field.onChange}
            />
          )}
        />
      )}
      <div>
        <GridOrTextSwitch fields={fields} isText={isText} onSwitch={setText} />
      </div>
      <CheckField
        label="Fermé les jours fériés"
        hint={formatHolidays(country, postcode)}
        {...fields.register('closed_on_holidays')}
      />
      <Controller
        control={control}
        name="closures"
        render={({ field, fieldState }) => (
          <ClosuresField
            ref={field.ref}
            closures={field.value}
            error={fieldState.error?.message}
            onChange={field.onChange}
          />
        )}
      />
      <HoursSummary fields={fields} />
    </Fieldset>
  );
}

type Fields = BranchFormOf['fields'];
type WeekProps = {
  fieldRef: (field: HTMLInputElement | null) => void;
  hours: string;
  error: string | undefined;
  onChange: (hours: string) => void;
};

function Week({ fieldRef, hours, error, onChange }: WeekProps) {
  const id = useId();
  const week = readTypedWeek(hours);
  return week ? (
    <>
      <WeekField ref={fieldRef} week={week} errorId={error && id} onChange={onChange} />
      <FieldError id={id}>{error}</FieldError>
    </>
  ) : null;
}

type SwitchProps = { fields: Fields; isText: boolean; onSwitch: (isText: boolean) => void };

function GridOrTextSwitch({ fields: { getValues, setValue }, isText, onSwitch }: SwitchProps) {
  function change() {
    if (isText && readTypedWeek(getValues('hours')) === null) setValue('hours', '', { shouldDirty: true });
    onSwitch(!isText);
  }
  return (
    <Button variant="secondary" size="small" onClick={change}>
      {isText ? 'Remplir une semaine à la place' : 'Écrire des horaires de saison'}
    </Button>
  );
}

function formatHolidays(country: string, postcode: string): string {
  const { region } = regionOf(country.trim().toUpperCase(), postcode.trim());
  if (region === '') return 'À l’étranger, aucun jour férié n’est connu. Ajoutez des fermetures.';
  if (region === ALSACE_MOSELLE)
    return 'Les jours fériés d’Alsace-Moselle, Vendredi saint et 26 décembre compris.';
  return region === 'FR'
    ? 'Les onze jours fériés de France.'
    : 'Les jours fériés de France et du territoire.';
}

function HoursSummary({ fields: { control } }: { fields: Fields }) {
  const [hours, closedOnHolidays, closures] = useWatch({
    control,
    name: ['hours', 'closed_on_holidays', 'closures'],
  });
  const isWhole = checkSpans(hours) === undefined;
  const lines = isWhole ? formatWholeWeek(hours, closedOnHolidays) : [];
  const closed = closures.flatMap((closure) => describeClosure(closure) ?? []);
  return (
    <div className={styles.words}>
      <p className={styles.soft}>Horaires lus par le voyageur</p>
      {lines.length === 0 ? <p>{isWhole ? 'Horaires non dits' : 'Horaires à compléter'}</p> : null}
      <ul aria-label="Horaires lus par le voyageur">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {closed.map((days, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be of the same days while they are typed
          <li key={index}>fermé {days}</li>
        ))}
      </ul>
    </div>
  );
}
