import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewPasskey, PasskeyAnswer } from '#domain/factors/second-factor.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Wrong values in the answer of a browser and its passkey. */
type Twist = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  isVerified?: boolean;
  counter?: number;
  id?: string;
  attestation?: Map<string, unknown>;
};

const ORIGIN = 'http://backoffice.localhost:3000';
const RP_ID = 'backoffice.localhost';

/** WebAuthn authenticator in software, with its browser: ES256, without attestation. */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;

  make(options: unknown, twist: Twist = {}): NewPasskey {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytesOf(x)],
        [-3, bytesOf(y)],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.#head({ ...twist, flags: HAS_CREDENTIAL }),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      publicKey,
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ...(twist.attestation ?? new Map()),
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: twist.id ?? this.id,
      rawId: twist.id ?? this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData(options, { type: 'webauthn.create', ...twist }),
        // the values are of types that CBOR can encode
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  answer(options: unknown, twist: Twist = {}): PasskeyAnswer {
    this.counter += 1;
    const authData = this.#head({ ...twist, flags: 0 });
    const clientDataJSON = clientData(options, { type: 'webauthn.get', ...twist });
    const signature = createSign('sha256')
      .update(authData)
      .update(createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest())
      .sign(this.#keys.privateKey);
    return {
      id: twist.id ?? this.id,
      rawId: twist.id ?? this.id,
      type: 'public-key',
      response: {
        authenticatorData: authData.toString('base64url'),
        clientDataJSON,
        signature: signature.toString('base64url'),
      },
    };
  }

  #head({
    rpId = RP_ID,
    isVerified = true,
    counter = this.counter,
    flags,
  }: Twist & { flags: number }): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0)]),
      count,
    ]);
  }
}

function clientData(options: unknown, { type, challenge, origin = ORIGIN }: Twist): string {
  // options come from the server
  const asked = challenge ?? (options as { challenge: string }).challenge;
  return Buffer.from(JSON.stringify({ type, challenge: asked, origin, crossOrigin: false })).toString(
    'base64url',
  );
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}
