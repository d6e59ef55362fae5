import { createHmac, hkdfSync } from 'node:crypto';
import { seal, unseal } from '../../process/seal.ts';

/** Columns of a code under a key of SECRET. `code_key` tells which SECRET. */
export type SealedCode = { code_sealed: Buffer; code_hash: Buffer; code_key: Buffer };
type CodeRow = { reference: string; code: string | null; code_sealed: Buffer | null };

export type PickupCodes = ReturnType<typeof openPickupCodes>;

/** Pick-up codes by keys of SECRET, and of the one before while it is rotated. */
export function openPickupCodes(secrets: { secret: string; secretBefore: string | null }) {
  const { secret, secretBefore } = secrets;
  const own = keysOf(secret);
  const before = secretBefore === null ? null : keysOf(secretBefore);
  return {
    keyBefore: before?.id ?? null,
    keys: [own, ...(before ? [before] : [])].map(({ id }) => id),
    seal: (reference: string, code: string): SealedCode => ({
      code_sealed: seal(secret, 'pickup-code', reference, Buffer.from(code)),
      code_hash: own.hash(code),
      code_key: own.id,
    }),
    /** null: sealed under a secret that is not given. */
    read({ reference, code, code_sealed }: CodeRow): string | null {
      if (code !== null || code_sealed === null) return code;
      const open = (key: string | null) => key && unseal(key, 'pickup-code', reference, code_sealed);
      return (open(secret) || open(secretBefore))?.toString() ?? null;
    },
    hashesOf: (code: string): Buffer[] => [own, ...(before ? [before] : [])].map((keys) => keys.hash(code)),
  };
}

export const RESTORE_SECRET =
  'Remettez la copie gardée de SECRET, ou du fichier secret de DATA_DIR, puis redémarrez.';

export function describeUnreadableCodes(count: number): string | null {
  if (count === 0) return null;
  const what = count === 1 ? '1 réservation ouverte a un code' : `${count} réservations ouvertes ont un code`;
  return `${what} de retrait scellé sous un autre SECRET, qui ne se lit plus`;
}

function keysOf(secret: string) {
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `parite ${use}`, length));
  const key = derive('pickup-code-hash', 32);
  return {
    id: derive('pickup-code-key', 8),
    hash: (code: string) => createHmac('sha256', key).update(code).digest(),
  };
}
