import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { NewPasskey, PasskeyAnswer } from '#domain/factors/second-factor.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';

/** Whether this browser knows passkeys at all: not on a plain connection, for one. */
export function knowsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Asks the browser for a passkey. Throws an ApiFailure (status 0) when none comes. */
export async function answerByPasskey(options: unknown): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // what the server's half of the library made for this half, and back
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch(notGiven) as Promise<PasskeyAnswer>;
}

/** Has the browser make a new passkey. Throws an ApiFailure (status 0) when none comes. */
export async function makePasskey(options: unknown): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // as above
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
