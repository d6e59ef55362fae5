import type { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { NewPasskey, PasskeyAnswer } from '#domain/factors/second-factor.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { type Hosts, officeOrigin } from '../../http/origins.ts';
import { type ChallengeSubject, makeChallenge, takeChallenge } from './challenges.ts';
import { findPasskey, listPasskeys, markPasskeyUsed, type Passkey } from './factors.queries.ts';

/** Ed25519, ES256 and RS256, which every authenticator has and Node verifies. */
const ALGORITHMS = [-8, -7, -257];

// 280 modules, a twentieth of a start's processor time: read for the first passkey
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

type Parts = { db: Db; secret: string; config: Config };
type Transports = NonNullable<Parameters<typeof verifyAuthenticationResponse>[0]['credential']['transports']>;

/** Host of the settings, never of the request, because a passkey is bound to it. */
function relyingParty(config: Hosts & Pick<Config, 'backofficeHost'>) {
  return { rpID: config.backofficeHost, origin: officeOrigin(config) };
}

/** Request options for the browser. `userId` null: any passkey of this back-office. */
export async function offerPasskeys(
  { db, secret, config }: Parts,
  { subject, userId, at }: { subject: ChallengeSubject; userId: number | null; at: Date },
): Promise<unknown> {
  const known = userId === null ? [] : await listPasskeys(db, userId);
  if (userId !== null && known.length === 0) return null;
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: relyingParty(config).rpID,
    challenge: makeChallenge(secret, subject, at),
    allowCredentials: known.map(describe),
    userVerification: needsVerification(subject) ? 'required' : 'preferred',
  });
}

/** After a password possession suffices. Without one the key must verify its user. */
function needsVerification({ purpose }: ChallengeSubject): boolean {
  return purpose !== 'second';
}

/** User of the answering passkey. null: wrong answer; a challenge is answered once either way. */
export async function verifyPasskey(
  { db, secret, config }: Parts,
  {
    subject,
    passkey,
    answer,
    at,
  }: { subject: ChallengeSubject; passkey: Passkey; answer: PasskeyAnswer; at: Date },
): Promise<boolean> {
  const challenge = await challengeOf(answer.response.clientDataJSON);
  if (challenge === null || !(await takeChallenge({ db, secret }, { challenge, subject, at }))) return false;
  const { rpID, origin } = relyingParty(config);
  const { userHandle, ...response } = answer.response;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: {
      ...answer,
      // required by the type, unread by the library
      authenticatorAttachment: undefined as never,
      clientExtensionResults: {},
      response: userHandle === undefined ? response : { ...response, userHandle },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: needsVerification(subject),
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => null);
  if (!verified?.verified) return false;
  // copies of a key that sign at once; one is accepted
  return markPasskeyUsed(db, { id: passkey.id, counter: verified.authenticationInfo.newCounter, at });
}

export async function findNamedPasskey(db: Db, answer: PasskeyAnswer): Promise<Passkey | null> {
  return findPasskey(db, Buffer.from(answer.id, 'base64url'));
}

export async function offerNewPasskey(
  { db, secret, config }: Parts,
  {
    subject,
    user,
    at,
  }: { subject: ChallengeSubject; user: { id: number; mail: string; fullName: string }; at: Date },
): Promise<unknown> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Parité',
    rpID: relyingParty(config).rpID,
    userID: new TextEncoder().encode(`parite-${user.id}`),
    userName: user.mail,
    userDisplayName: user.fullName,
    challenge: makeChallenge(secret, subject, at),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: (await listPasskeys(db, user.id)).map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

export async function acceptPasskey(
  { db, secret, config }: Parts,
  { subject, made, at }: { subject: ChallengeSubject; made: NewPasskey; at: Date },
) {
  const challenge = await challengeOf(made.response.clientDataJSON);
  if (challenge === null || !(await takeChallenge({ db, secret }, { challenge, subject, at }))) return null;
  if (!(await isWithoutCertificates(made))) return null;
  const { rpID, origin } = relyingParty(config);
  const { transports = [], ...response } = made.response;
  const { verifyRegistrationResponse } = await library();
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

/** Attestations were not requested, and their certificates name addresses that the library would fetch. */
async function isWithoutCertificates({ response }: NewPasskey): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    const format = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

async function challengeOf(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await helpers();
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

function describe({ credentialId, transports }: Passkey) {
  // written by acceptPasskey as the browser sent it
  return { id: credentialId.toString('base64url'), transports: transports as Transports };
}
