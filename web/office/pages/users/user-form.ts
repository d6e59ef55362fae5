import { isEmail } from '#domain/audience/email.ts';
import type { AdministeredUser, UserEdit, UserInvitation } from '#domain/iam/administration.ts';
import { agentScopes } from '#domain/iam/presets.ts';
import type { Wrong } from '../../forms/use-form.ts';

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

export function checkUser({ mail, name }: UserValues): Wrong<UserValues> {
  return {
    ...(!isEmail(mail.trim()) && { mail: 'L’adresse e-mail n’est pas valide.' }),
    ...(name.trim() === '' && { name: 'Donnez un prénom à l’utilisateur.' }),
  };
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
