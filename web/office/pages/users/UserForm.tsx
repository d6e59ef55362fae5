import { useId } from 'react';
import { userStatusLabels } from '#domain/iam/user-status.ts';
import { EmailField, PhoneField } from '../../forms/ContactFields.tsx';
import { FormButtons } from '../../forms/FormButtons.tsx';
import type { Form } from '../../forms/use-form.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { FieldError } from '../../ui/FieldNote.tsx';
import formStyles from '../../ui/Form.module.css';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Choices } from './load-user.ts';
import { ScopesField } from './ScopesField.tsx';
import styles from './UserForm.module.css';
import type { UserValues } from './user-form.ts';

type Props = {
  form: Form<UserValues>;
  choices: Choices;
  /** what the one who fills it in holds: nobody gives more */
  held: readonly string[];
  /** whether the address, by which a user logs in, is still to be given */
  isNew?: boolean;
  isLocked?: boolean;
  backTo: string;
  action: string;
};

export function UserForm({ form, choices, held, isNew = false, isLocked = false, backTo, action }: Props) {
  const { values, wrong, set, text } = form;
  return (
    <form {...form.props}>
      <fieldset className={styles.form} disabled={isLocked}>
        {isNew ? (
          <EmailField
            label="Adresse e-mail"
            hint="L’invitation y est envoyée ; elle sera son nom d’utilisateur"
            required
            {...text('mail')}
          />
        ) : null}
        <div className={formStyles.pair}>
          <TextField label="Prénom" maxLength={100} autoComplete="off" required {...text('name')} />
          <TextField label="Nom" maxLength={100} autoComplete="off" {...text('surname')} />
          <PhoneField {...text('phone')} />
          {choices.companies.length > 0 ? (
            <SelectField
              label="Bureau"
              error={wrong.company_id}
              value={values.company_id ?? ''}
              onChange={({ currentTarget: { value } }) =>
                set('company_id', value === '' ? null : Number(value))
              }
            >
              <option value="">Aucun bureau</option>
              {choices.companies.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          ) : null}
        </div>
        {values.status === null ? null : (
          <StatusField
            status={values.status}
            error={wrong.status}
            onChoose={(status) => set('status', status)}
          />
        )}
        <ScopesField
          known={choices.scopes}
          stored={form.stored.scopes}
          chosen={values.scopes}
          held={held}
          error={wrong.scopes}
          onChoose={(scopes) => set('scopes', scopes)}
        />
        {isLocked ? null : <FormButtons form={form} action={action} backTo={backTo} />}
      </fieldset>
    </form>
  );
}

const STATUSES = ['in_service', 'in_interim'] as const;
type Status = (typeof STATUSES)[number];

function StatusField({
  status,
  error,
  onChoose,
}: {
  status: Status;
  error: string | undefined;
  onChoose: (status: Status) => void;
}) {
  const id = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Statut</legend>
      <div className={styles.choices}>
        {STATUSES.map((each) => (
          <CheckField
            key={each}
            type="radio"
            name={id}
            label={userStatusLabels[each]}
            checked={status === each}
            aria-invalid={error !== undefined}
            {...(error ? { 'aria-describedby': `${id}-error` } : {})}
            onChange={() => onChoose(each)}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
