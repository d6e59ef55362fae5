import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { NewPasskey, PasskeyAnswer } from '#domain/factors/second-factor.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';

/** False on a connection without HTTPS, too. */
export function knowsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Throws an ApiFailure (status 0) without a passkey. */
export async function answerByPasskey(options: unknown): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // options of the library's server half
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch(notGiven) as Promise<PasskeyAnswer>;
}

export async function makePasskey(options: unknown): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // options of the library's server half
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch(notGiven) as Promise<NewPasskey>;
}

function notGiven(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  throw new ApiFailure(
    0,
    isKnown
      ? 'Cette clé d’accès est déjà enregistrée pour votre compte.'
      : 'Aucune clé d’accès n’a été donnée. Réessayez, ou choisissez un autre moyen.',
    'no_passkey',
  );
}
