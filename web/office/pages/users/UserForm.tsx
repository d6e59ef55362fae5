import { type ReactNode, useId } from 'react';
import { Controller, type UseFormRegisterReturn } from 'react-hook-form';
import type { Answer } from '#domain/api.ts';
import type { Company, CompanyName } from '#domain/companies/company.ts';
import { agentScopes, bookingScopes } from '#domain/iam/presets.ts';
import {
  type AdministeredUser,
  EMPTY_INVITATION,
  type UserDraft,
  type UserEdit,
  type UserInvitation,
} from '#domain/users/administration.ts';
import { userFieldNames } from '#domain/users/fields.ts';
import { userStatusLabels } from '#domain/users/user-status.ts';
import { pick } from '#domain/validation/fields.ts';
import { call } from '#web/shared/api/client.ts';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { FieldError, TextField } from '#web/shared/ui/Field.tsx';
import formStyles from '../../forms/Form.module.css';
import { Form } from '../../forms/Form.tsx';
import { PhoneField } from '../../forms/fields.tsx';
import { explainByCode, type Form as FormOf } from '../../forms/use-form.ts';
import type { Visit } from '../../page.tsx';
import { hasScope } from '../../sections.ts';
import { CompanyField } from './CompanyField.tsx';
import { ScopesField } from './ScopesField.tsx';
import styles from './UserForm.module.css';

export type Choices = {
  mayChooseCompany: boolean;
  scopes: Answer<'GET /api/iam/scopes'>;
};

export async function loadChoices({ user, signal }: Visit): Promise<Choices> {
  return {
    mayChooseCompany: hasScope(user, 'sittings.list.all'),
    scopes: hasScope(user, 'iam.scopes.list.all') ? await call('GET /api/iam/scopes', { signal }) : [],
  };
}

/** `status` null: the password is not created yet. */
export type UserValues = UserInvitation & { status: 'in_service' | 'in_interim' | null };

export function newUser(company: Company | null): UserValues {
  const scopes = company?.is_admitted ? [...agentScopes, ...bookingScopes] : [...agentScopes];
  return { ...EMPTY_INVITATION, company_id: company?.id ?? null, status: null, scopes };
}

export function valuesOf(user: AdministeredUser): UserValues {
  const { status } = user;
  return { ...pick(user, userFieldNames), status: status === 'awaiting_password' ? null : status };
}

export function invitationOf({ status: _, ...invitation }: UserValues): UserInvitation {
  return invitation;
}

export function editOf(id: number, { mail: _, status, ...fields }: UserValues): UserEdit {
  return { id, ...fields, ...(status !== null && { status }) };
}

export const explainUser = explainByCode<UserValues>({
  invalid_email: 'mail',
  mail_taken: 'mail',
  invalid_name: 'name',
  invalid_phone: 'phone',
  unknown_company: 'company_id',
  awaiting_password: 'status',
  unknown_scope: 'scopes',
  beyond_own_rights: 'scopes',
  own_right: 'scopes',
});

type Props = {
  form: FormOf<UserValues, UserDraft>;
  choices: Choices;
  storedCompany: CompanyName | null;
  editorScopes: readonly string[];
  mailField?: ReactNode;
  isLocked?: boolean;
  backTo: string;
  action: string;
};

export function UserForm(props: Props) {
  const { form, choices, storedCompany, editorScopes, mailField, isLocked = false, backTo, action } = props;
  const { fields, text } = form;
  const { control, formState } = fields;
  return (
    <Form form={form} action={action} backTo={backTo} isLocked={isLocked}>
      <fieldset className={styles.fields} disabled={isLocked}>
        {mailField}
        <div className={formStyles.pair}>
          <TextField label="Prénom" autoComplete="off" required {...text('name')} />
          <TextField label="Nom" autoComplete="off" {...text('surname')} />
          <PhoneField {...text('phone')} />
          {choices.mayChooseCompany ? (
            <Controller
              control={control}
              name="company_id"
              render={({ field, fieldState }) => (
                <CompanyField
                  ref={field.ref}
                  storedCompany={storedCompany}
                  value={field.value}
                  error={fieldState.error?.message}
                  onChoose={field.onChange}
                />
              )}
            />
          ) : null}
        </div>
        {form.stored.status ? (
          <StatusField error={formState.errors.status?.message} field={fields.register('status')} />
        ) : null}
        <Controller
          control={control}
          name="scopes"
          render={({ field, fieldState }) => (
            <ScopesField
              ref={field.ref}
              known={choices.scopes}
              stored={form.stored.scopes}
              chosen={field.value}
              editorScopes={editorScopes}
              error={fieldState.error?.message}
              onChoose={field.onChange}
            />
          )}
        />
      </fieldset>
    </Form>
  );
}

const STATUSES = ['in_service', 'in_interim'] as const;

function StatusField({ field, error }: { field: UseFormRegisterReturn; error: string | undefined }) {
  const id = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Statut</legend>
      <div className={styles.choices}>
        {STATUSES.map((each) => (
          <CheckField
            key={each}
            type="radio"
            label={userStatusLabels[each]}
            value={each}
            aria-invalid={error !== undefined}
            {...(error ? { 'aria-describedby': `${id}-error` } : {})}
            {...field}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
