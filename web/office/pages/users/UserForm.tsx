import { useId } from 'react';
import type { Answer } from '#domain/api.ts';
import {
  type AdministeredUser,
  invitationDraft,
  type UserEdit,
  type UserInvitation,
} from '#domain/iam/administration.ts';
import { agentScopes } from '#domain/iam/presets.ts';
import { userStatusLabels } from '#domain/iam/user-status.ts';
import { findWrong } from '#domain/validation/draft.ts';
import { call } from '#web/shared/api/client.ts';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { FieldError, SelectField, TextField } from '#web/shared/ui/Field.tsx';
import { EmailField, PhoneField } from '../../forms/ContactFields.tsx';
import { FormButtons } from '../../forms/FormButtons.tsx';
import { type Form, sentencesOf, type Wrong } from '../../forms/use-form.ts';
import type { Visit } from '../../page.tsx';
import { holds } from '../../sections.ts';
import formStyles from '../../ui/Form.module.css';
import { ScopesField } from './ScopesField.tsx';
import styles from './UserForm.module.css';

/** What there is to choose from; both are empty for one who may not list them. */
export type Choices = {
  companies: { id: number; name: string }[];
  scopes: Answer<'GET /api/iam/scopes'>;
};

export async function loadChoices({ user, signal }: Visit): Promise<Choices> {
  const [companies, scopes] = await Promise.all([
    holds(user, 'sittings.list.all') ? call('GET /api/companies', { signal }) : [],
    holds(user, 'iam.scopes.list.all') ? call('GET /api/iam/scopes', { signal }) : [],
  ]);
  return { companies: companies.map(({ id, name }) => ({ id, name })), scopes };
}

/** What is typed of a user; `status` null: the password is still to be created. */
export type UserValues = UserInvitation & { status: 'in_service' | 'in_interim' | null };

export function newUser(companyId: number | null): UserValues {
  return {
    mail: '',
    name: '',
    surname: '',
    phone: '',
    company_id: companyId,
    status: null,
    scopes: [...agentScopes],
  };
}

export function valuesOf({
  mail,
  name,
  surname,
  phone,
  company_id,
  status,
  scopes,
}: AdministeredUser): UserValues {
  return {
    mail,
    name,
    surname,
    phone,
    company_id,
    status: status === 'awaiting_password' ? null : status,
    scopes,
  };
}

export function invitationOf({ status: _, ...invitation }: UserValues): UserInvitation {
  return invitation;
}

export function editOf(id: number, { mail: _, status, ...fields }: UserValues): UserEdit {
  return { id, ...fields, ...(status !== null && { status }) };
}

export function checkUser({ status: _, ...invitation }: UserValues): Wrong<UserValues> {
  return sentencesOf(findWrong(invitationDraft, invitation));
}

/** By the code of a refusal, the field that it speaks of. */
export const USER_FIELDS: Readonly<Record<string, keyof UserValues>> = {
  invalid_email: 'mail',
  mail_taken: 'mail',
  invalid_name: 'name',
  invalid_phone: 'phone',
  unknown_company: 'company_id',
  awaiting_password: 'status',
  unknown_scope: 'scopes',
  beyond_own_rights: 'scopes',
  own_right: 'scopes',
};

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
