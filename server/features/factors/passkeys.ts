import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { NewPasskey, PasskeyAnswer } from '#domain/iam/second-factor.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { type Hosts, officeOrigin } from '../../http/origins.ts';
import { type Asking, makeChallenge, takeChallenge } from './challenges.ts';
import { findPasskey, listPasskeys, markPasskeyUsed, type Passkey } from './factors.queries.ts';

/** Ed25519, ES256 and RS256: what every authenticator has, and Node verifies without an experiment. */
const ALGORITHMS = [-8, -7, -257];

type Parts = { db: Db; secret: string; config: Config };
type Transports = NonNullable<Parameters<typeof verifyAuthenticationResponse>[0]['credential']['transports']>;

/** The back-office of the settings, whatever host a request names: a passkey of it works nowhere else. */
function relyingParty(config: Hosts & Pick<Config, 'backofficeHost'>) {
  return { rpID: config.backofficeHost, origin: officeOrigin(config) };
}

/** What to ask the browser for a passkey with. `userId` null: whoever has one of this back-office. */
export async function offerPasskeys(
  { db, secret, config }: Parts,
  { asking, userId, at }: { asking: Asking; userId: number | null; at: Date },
): Promise<unknown> {
  const known = userId === null ? [] : await listPasskeys(db, userId);
  if (userId !== null && known.length === 0) return null;
  return generateAuthenticationOptions({
    rpID: relyingParty(config).rpID,
    challenge: makeChallenge(secret, asking, at),
    allowCredentials: known.map(describe),
    userVerification: needsVerification(asking) ? 'required' : 'preferred',
  });
}

/** After a password it is enough to hold the key; without one, or instead of one, the key verifies its user. */
function needsVerification({ purpose }: Asking): boolean {
  return purpose !== 'second';
}

/** Whose passkey answered; null for any answer that is not right. A challenge is answered once, right or wrong. */
export async function verifyPasskey(
  { db, secret, config }: Parts,
  { asking, passkey, answer, at }: { asking: Asking; passkey: Passkey; answer: PasskeyAnswer; at: Date },
): Promise<boolean> {
  const challenge = challengeOf(answer.response.clientDataJSON);
  if (challenge === null || !(await takeChallenge({ db, secret }, { challenge, asking, at }))) return false;
  const { rpID, origin } = relyingParty(config);
  const { userHandle, ...response } = answer.response;
  const verified = await verifyAuthenticationResponse({
    response: {
      ...answer,
      // of the schema's: the library reads nothing else of it
      authenticatorAttachment: undefined as never,
      clientExtensionResults: {},
      response: userHandle === undefined ? response : { ...response, userHandle },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: needsVerification(asking),
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => null);
  if (!verified?.verified) return false;
  // of two copies of a key that sign at once, one is taken
  return markPasskeyUsed(db, { id: passkey.id, counter: verified.authenticationInfo.newCounter, at });
}

/** The passkey that an answer names, whoever has it. */
export async function namedPasskey(db: Db, answer: PasskeyAnswer): Promise<Passkey | null> {
  return findPasskey(db, Buffer.from(answer.id, 'base64url'));
}

/** What to ask the browser for a new passkey with. */
export async function offerNewPasskey(
  { db, secret, config }: Parts,
  { asking, user, at }: { asking: Asking; user: { id: number; mail: string; fullName: string }; at: Date },
): Promise<unknown> {
  return generateRegistrationOptions({
    rpName: 'Parité',
    rpID: relyingParty(config).rpID,
    userID: new TextEncoder().encode(`parite-${user.id}`),
    userName: user.mail,
    userDisplayName: user.fullName,
    challenge: makeChallenge(secret, asking, at),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: (await listPasskeys(db, user.id)).map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** A passkey that was made for a challenge, as it is kept; null when anything about it is wrong. */
export async function acceptPasskey(
  { db, secret, config }: Parts,
  { asking, made, at }: { asking: Asking; made: NewPasskey; at: Date },
) {
  const challenge = challengeOf(made.response.clientDataJSON);
  if (challenge === null || !(await takeChallenge({ db, secret }, { challenge, asking, at }))) return null;
  if (!isWithoutCertificates(made)) return null;
  const { rpID, origin } = relyingParty(config);
  const { transports = [], ...response } = made.response;
  const verified = await verifyRegistrationResponse({
    response: {
      ...made,
      authenticatorAttachment: undefined as never,
      clientExtensionResults: {},
      response,
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    transports: transports.filter((word) => /^[a-z-]{1,30}$/.test(word)),
  };
}

/** Nobody asked for an attestation. The certificates of one name addresses that the library would go and ask. */
function isWithoutCertificates({ response }: NewPasskey): boolean {
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    const format = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

function challengeOf(clientDataJSON: string): string | null {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

function describe({ credentialId, transports }: Passkey) {
  // written by acceptPasskey as the browser said them
  return { id: credentialId.toString('base64url'), transports: transports as Transports };
}
