import * as Type from 'typebox';
import { Id } from '../companies/company.ts';
import { MAX_PASSWORD } from '../passwords/password-length.ts';
import { draftOf } from '../validation/draft.ts';
import { filled, line, named } from '../validation/texts.ts';

/** base64url, as WebAuthn sends bytes. */
const bytes = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' });
// the id of a credential has 1,023 bytes at most
const CredentialId = bytes(1_364);
const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 50 })),
  clientExtensionResults: Type.Optional(Type.Object({})),
};

export const PasskeyAnswer = Type.Object({
  ...credential,
  response: Type.Object({
    authenticatorData: bytes(4_000),
    clientDataJSON: bytes(8_000),
    signature: bytes(4_000),
    userHandle: Type.Optional(bytes(200)),
  }),
});
export type PasskeyAnswer = Type.Static<typeof PasskeyAnswer>;

export const NewPasskey = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(20_000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
  }),
});
export type NewPasskey = Type.Static<typeof NewPasskey>;

/** Options from the server half of the WebAuthn library to its browser half, opaque in between. */
const PasskeyOptions = Type.Unknown();

/** Answer to a correct password if the account has a second factor (contract 3). */
export const NextStep = Type.Object({ next: Type.Literal('second_factor') });
export type NextStep = Type.Static<typeof NextStep>;

/** Available second factors. `passkey`: options for the browser's request; null: no passkey. */
export const AvailableFactors = Type.Object({
  has_totp: Type.Boolean(),
  has_recovery_codes: Type.Boolean(),
  passkey: Type.Union([PasskeyOptions, Type.Null()]),
});
export type AvailableFactors = Type.Static<typeof AvailableFactors>;

/** 6 digits, or a recovery code. Spaces and dashes are ignored. */
const Code = Type.String({ minLength: 1, maxLength: 64 });
const ByCode = Type.Object({ code: Code });
const ByPasskey = Type.Object({ passkey: PasskeyAnswer });

export const SecondStep = Type.Union([Type.Object({ ask: Type.Literal('proofs') }), ByCode, ByPasskey]);
export type SecondStep = Type.Static<typeof SecondStep>;

export const PasskeyLogin = ByPasskey;

export const VerifyAgain = Type.Union([
  Type.Object({ password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD }) }),
  ByCode,
  ByPasskey,
]);
export type VerifyAgain = Type.Static<typeof VerifyAgain>;

const Factor = { created_at: Type.String(), last_used_at: Type.Union([Type.String(), Type.Null()]) };

export const Factors = Type.Object({
  is_required: Type.Boolean(),
  may_wait: Type.Boolean(),
  passkeys: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), ...Factor })),
  totp: Type.Union([Type.Object(Factor), Type.Null()]),
  recovery_codes: Type.Integer(),
});
export type Factors = Type.Static<typeof Factors>;

/** Secret for an authenticator application. `sealed` is sent back with the first code. */
export const TotpOffer = Type.Object({
  secret: Type.String(),
  uri: Type.String(),
  sealed: Type.String(),
});
export type TotpOffer = Type.Static<typeof TotpOffer>;

export const AddTotp = Type.Object({ sealed: bytes(400), code: Code });
export const AddPasskey = Type.Object({ name: Type.String({ maxLength: 60 }), passkey: NewPasskey });
export const PasskeyOffer = Type.Object({ options: PasskeyOptions });

export const RestoreFactor = Type.Object({ token: Type.String({ maxLength: 256 }) });
export const RestoredFactor = Type.Object({ password_token: Type.String() });

export const RemoveFactor = Type.Union([
  Type.Object({ factor: Type.Literal('totp') }),
  Type.Object({ factor: Type.Literal('passkey'), id: Id }),
]);
export type RemoveFactor = Type.Static<typeof RemoveFactor>;

export const ReplaceRecoveryCodes = Type.Object({ replace: Type.Literal(true) });

/** Recovery codes, shown once. null: the account has its codes already. */
export const AddedFactor = Type.Object({
  recovery_codes: Type.Union([Type.Array(Type.String()), Type.Null()]),
});
export const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });

export const FactorRequirement = Type.Object({ id: Id, is_required: Type.Boolean() });
export type FactorRequirement = Type.Static<typeof FactorRequirement>;

export const secondStepDraft = draftOf(ByCode, { code: filled('Saisissez un code.') });
export const passkeyNameDraft = draftOf(Type.Object({ name: Type.String({ maxLength: 60 }) }), {
  name: line('Nom', named('Donnez un nom à cette clé d’accès.')),
});

/** Full access, or edit access to shared data, requires a second factor (issue 14). */
export function requiresFactor(scopes: readonly string[]): boolean {
  return scopes.some((scope) => {
    const segments = scope.split('.');
    const isAnyOf = (segment: string | undefined, word: string) => segment === word || segment === '*';
    return segments.includes('**') || (isAnyOf(segments.at(-2), 'edit') && isAnyOf(segments.at(-1), 'all'));
  });
}

export function normaliseCode(typed: string): string {
  return typed.replace(/[\s\p{Dash}_.]/gu, '').toUpperCase();
}
