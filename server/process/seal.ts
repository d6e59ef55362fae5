import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV = 12;
const TAG = 16;

/** Purpose of a sealed text, which opens for no other. */
type Use = 'totp' | 'totp-offer' | 'pickup-code' | 'outcome';

/**
 * AES-256-GCM under a key derived from the secret, bound to its owner. The database and its backups reveal
 * nothing without the secret.
 */
export function seal(secret: string, use: Use, of: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, use), iv).setAAD(Buffer.from(of));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** null: another secret, purpose or owner, or changed text. */
export function unseal(secret: string, use: Use, of: string, sealed: Uint8Array): Buffer | null {
  if (sealed.length < IV + TAG) return null;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, use), sealed.subarray(0, IV), {
    authTagLength: TAG,
  })
    .setAAD(Buffer.from(of))
    .setAuthTag(sealed.subarray(IV, IV + TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]);
  } catch {
    return null;
  }
}

function keyOf(secret: string, use: Use): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `parite ${use}`, 32));
}
