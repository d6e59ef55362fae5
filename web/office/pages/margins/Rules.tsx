import type { Answer } from '#domain/api.ts';
import { BUILT_IN_GROUPS, type RuleTarget, sayTarget } from '#domain/margins/margin-sheet.ts';
import {
  NEW_RULE,
  type RuleErrors,
  type RuleField,
  readTypedRule,
  type TypedRule,
} from '#domain/margins/typed-rule.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { SelectField, TextField } from '#web/shared/ui/Field.tsx';
import type { TypedGroup } from './Groups.tsx';
import { newKey } from './keys.ts';
import styles from './MarginsPage.module.css';

export type KeyedRule = { key: number; typed: TypedRule };

type Props = {
  rules: readonly KeyedRule[];
  groups: readonly TypedGroup[];
  currencies: Answer<'GET /api/fixings/currencies'>;
  showsErrors: boolean;
  onChange: (rules: KeyedRule[]) => void;
};

export function Rules({ rules, groups, currencies, showsErrors, onChange }: Props) {
  const set = (key: number, parts: Partial<TypedRule>) =>
    onChange(rules.map((rule) => (rule.key === key ? { key, typed: { ...rule.typed, ...parts } } : rule)));
  const add = () => {
    const used = new Set(rules.map(({ typed }) => JSON.stringify(typed.target)));
    const free = targetsOf(groups, currencies).find((target) => !used.has(JSON.stringify(target)));
    onChange([...rules, { key: newKey(), typed: { ...NEW_RULE, target: free ?? { kind: 'all' } } }]);
  };
  return (
    <>
      {rules.length === 0 ? (
        <p className={styles.intro}>Aucune règle : chaque taux est fixé à la main.</p>
      ) : (
        rules.map(({ key, typed }, index) => (
          <RuleFields
            key={key}
            number={index + 1}
            typed={typed}
            targets={targetsOf(groups, currencies)}
            errors={showsErrors ? errorsOf(typed) : {}}
            onSet={(parts) => set(key, parts)}
            onRemove={() => onChange(rules.filter((rule) => rule.key !== key))}
          />
        ))
      )}
      <div>
        <Button variant="secondary" size="small" onClick={add}>
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
    // the first is the base, which nobody fixes
    ...currencies.slice(1).map(({ code }) => ({ kind: 'currency', code }) as const),
  ];
}

function errorsOf(typed: TypedRule): RuleErrors {
  const read = readTypedRule(typed);
  return 'errors' in read ? read.errors : {};
}

type FieldsProps = {
  number: number;
  typed: TypedRule;
  targets: readonly RuleTarget[];
  errors: RuleErrors;
  onSet: (parts: Partial<TypedRule>) => void;
  onRemove: () => void;
};

function RuleFields({ number, typed, targets, errors, onSet, onRemove }: FieldsProps) {
  const { target, follows, rounding } = typed;
  const text = (field: RuleField) => ({
    value: typed[field],
    error: errors[field],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onSet({ [field]: event.target.value }),
  });
  const known = targets.some((one) => JSON.stringify(one) === JSON.stringify(target))
    ? targets
    : [target, ...targets];
  return (
    <fieldset className={styles.rule}>
      <legend className={styles.legend}>
        Règle {number} : {sayTarget(target)}
      </legend>
      <div className={styles.fields}>
        <SelectField
          label="Devises"
          value={JSON.stringify(target)}
          // written by the options
          onChange={(event) => onSet({ target: JSON.parse(event.target.value) as RuleTarget })}
        >
          {known.map((one) => (
            <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
              {sayTarget(one)}
            </option>
          ))}
        </SelectField>
        <div className={styles.follows}>
          <CheckField
            label="Suit le taux intermédiaire"
            checked={follows}
            onChange={(event) => onSet({ follows: event.target.checked })}
          />
          <Button
            variant="secondary"
            size="small"
            aria-label={`Retirer la règle ${number}`}
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
            value={rounding}
            onChange={(event) => {
              const isStep = event.target.value === 'step';
              onSet({ rounding: isStep ? 'step' : 'digits', size: isStep ? '' : NEW_RULE.size });
            }}
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
