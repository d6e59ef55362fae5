import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV = 12;
const TAG = 16;

/** What a sealed text is for: one that was made for something else does not open. */
type Use = 'totp' | 'totp-offer';

/**
 * Encrypts by a key that is derived from the secret (AES-256-GCM). `of`: whose it is; it opens for nobody else.
 * Whoever reads the database, or a backup of it, reads nothing here without the secret.
 */
export function seal(secret: string, use: Use, of: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, use), iv).setAAD(Buffer.from(of));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Null for what was not sealed so: by another secret, for something or somebody else, or changed since. */
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
