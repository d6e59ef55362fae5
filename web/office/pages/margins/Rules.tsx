import { Controller, type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import type { Answer } from '#domain/api.ts';
import { BUILT_IN_GROUPS, formatTarget, type RuleTarget } from '#domain/margins/margin-sheet.ts';
import { NEW_RULE, type RuleField } from '#domain/margins/typed-rule.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { SelectField, TextField } from '#web/shared/ui/Field.tsx';

import styles from './MarginsPage.module.css';
import type { TypedGroup, TypedSheet } from './typed-sheet.ts';

type SheetForm = UseFormReturn<TypedSheet>;
type Props = { form: SheetForm; currencies: Answer<'GET /api/fixings/currencies'> };

export function Rules({ form, currencies }: Props) {
  const { control, getValues } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'rules' });
  const targets = targetsOf(useWatch({ control, name: 'groups' }), currencies);
  const add = () => {
    const used = new Set(getValues('rules').map(({ target }) => JSON.stringify(target)));
    const free = targets.find((target) => !used.has(JSON.stringify(target)));
    append({ ...NEW_RULE, target: free ?? { kind: 'all' } });
  };
  return (
    <>
      {fields.length === 0 ? (
        <p className={styles.intro}>Aucune règle. Chaque taux est fixé à la main.</p>
      ) : (
        fields.map(({ id }, index) => (
          <RuleFields key={id} form={form} index={index} targets={targets} onRemove={() => remove(index)} />
        ))
      )}
      <div>
        <Button variant={fields.length === 0 ? 'primary' : 'secondary'} size="small" onClick={add}>
          Ajouter une règle
        </Button>
      </div>
    </>
  );
}

function targetsOf(groups: readonly TypedGroup[], currencies: Props['currencies']): RuleTarget[] {
  const names = [...Object.values(BUILT_IN_GROUPS), ...groups.map(({ name }) => name.trim())];
  return [
    { kind: 'all' },
    ...names.filter(Boolean).map((name) => ({ kind: 'group', name }) as const),
    // the base comes first, and has no rate
    ...currencies.slice(1).map(({ code }) => ({ kind: 'currency', code }) as const),
  ];
}

type FieldsProps = { form: SheetForm; index: number; targets: readonly RuleTarget[]; onRemove: () => void };

function RuleFields({
  form: { control, register, setValue, formState },
  index,
  targets,
  onRemove,
}: FieldsProps) {
  const rule = `rules.${index}` as const;
  const { target, follows, rounding } = useWatch({ control, name: rule });
  const text = (field: RuleField) => ({
    error: formState.errors.rules?.[index]?.[field]?.message,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    ...register(`${rule}.${field}`),
  });
  const known = targets.some((one) => JSON.stringify(one) === JSON.stringify(target))
    ? targets
    : [target, ...targets];
  return (
    <fieldset className={styles.rule}>
      <legend className={styles.legend}>
        Règle {index + 1} : {formatTarget(target)}
      </legend>
      <div className={styles.fields}>
        <Controller
          control={control}
          name={`${rule}.target`}
          render={({ field }) => (
            <SelectField
              {...field}
              label="Devises"
              value={JSON.stringify(target)}
              // written by the options below
              onChange={(event) => field.onChange(JSON.parse(event.target.value) as RuleTarget)}
            >
              {known.map((one) => (
                <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
                  {formatTarget(one)}
                </option>
              ))}
            </SelectField>
          )}
        />
        <div className={styles.follows}>
          <CheckField label="Suit le taux intermédiaire" {...register(`${rule}.follows`)} />
          <Button
            variant="secondary"
            size="small"
            aria-label={`Retirer la règle ${index + 1}`}
            onClick={onRemove}
          >
            Retirer
          </Button>
        </div>
      </div>
      {follows ? (
        <div className={styles.fields}>
          <TextField label="Marge à l’achat, %" {...text('purchase_margin')} />
          <TextField label="Marge à la vente, %" {...text('sale_margin')} />
          <SelectField
            label="Arrondi"
            {...register(`${rule}.rounding`, {
              onChange: (event) =>
                setValue(`${rule}.size`, event.target.value === 'step' ? '' : NEW_RULE.size),
            })}
          >
            <option value="digits">à tant de chiffres</option>
            <option value="step">à un pas</option>
          </SelectField>
          <TextField label={rounding === 'step' ? 'Pas' : 'Chiffres'} {...text('size')} />
          <TextField label="Plus petit changement, %" {...text('least_change')} />
          {target.kind === 'currency' ? (
            <>
              <TextField label="Plancher" {...text('floor')} />
              <TextField label="Plafond" {...text('ceiling')} />
            </>
          ) : null}
        </div>
      ) : null}
    </fieldset>
  );
}
