import * as Type from 'typebox';
import { Id } from '../companies/company.ts';
import { newPasswordDraft } from '../login/login.ts';
import { MAX_PASSWORD } from '../passwords/password-length.ts';
import { type OwnUserField, ownUserFields, userFields } from '../users/fields.ts';
import { draftOf } from '../validation/draft.ts';
import { pick, rulesOf } from '../validation/fields.ts';
import { filled, line, named } from '../validation/texts.ts';

const profileSchema = {
  name: Type.String({ maxLength: 100 }),
  surname: Type.String({ maxLength: 100 }),
  phone: Type.String({ maxLength: 30 }),
} satisfies Record<OwnUserField, Type.TSchema>;

export const ProfileEdit = Type.Object(profileSchema);
export type ProfileEdit = Type.Static<typeof ProfileEdit>;

export const profileDraft = draftOf(ProfileEdit, {
  ...rulesOf<ProfileEdit>(pick(userFields, ownUserFields)),
  name: line('Prénom', named('Donnez votre prénom.')),
});

export const Profile = Type.Object({
  mail: Type.String(),
  ...ProfileEdit.properties,
  awaited_mail: Type.Union([Type.String(), Type.Null()]),
});
export type Profile = Type.Static<typeof Profile>;

export const PasswordChange = Type.Object({
  present: Type.String({ minLength: 1, maxLength: 1024 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
});

const TypedChange = Type.Object({
  present: Type.String({ maxLength: 1024 }),
  password: Type.String({ maxLength: MAX_PASSWORD }),
  confirmation: Type.String({ maxLength: MAX_PASSWORD }),
});

export const passwordChangeDraft = draftOf(TypedChange, {
  ...newPasswordDraft.rules,
  present: filled('Indiquez votre mot de passe actuel.'),
});

/** null: opened before the field existed. */
export const OwnSession = Type.Object({
  id: Type.Integer(),
  device: Type.Union([Type.String(), Type.Null()]),
  network: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String(),
  last_used_at: Type.String(),
  is_current: Type.Boolean(),
});
export type OwnSession = Type.Static<typeof OwnSession>;

/** 'others': all but the current session. */
export const SessionEnd = Type.Object({ id: Type.Union([Id, Type.Literal('others')]) });

/** `is_mine`: probably the user's own act. */
export const OwnSecurityEvent = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  kind: Type.String(),
  outcome: Type.String(),
  device: Type.Union([Type.String(), Type.Null()]),
  /** `password`: the right password without a second factor. */
  by: Type.Union([
    Type.Literal('me'),
    Type.Literal('password'),
    Type.Literal('administrator'),
    Type.Literal('command_line'),
    Type.Literal('unknown'),
  ]),
  count: Type.Integer(),
});
export type OwnSecurityEvent = Type.Static<typeof OwnSecurityEvent>;

export const MAX_OWN_EVENTS = 50;
