import type { WorkChallenge } from '#domain/travellers/traveller.ts';

export type WorkSolution = { counter: number; derivedKey: string };

addEventListener('message', ({ data }: MessageEvent<WorkChallenge>) => {
  // a defect goes to the page, which waits for an answer
  solve(data).then((solution) => postMessage(solution), reportError);
});

async function solve({ parameters }: WorkChallenge): Promise<WorkSolution> {
  const { cost: iterations, keyLength, keyPrefix } = parameters;
  const nonce = toBytes(parameters.nonce);
  const salt = toBytes(parameters.salt);
  const password = new Uint8Array([...nonce, 0, 0, 0, 0]);
  const view = new DataView(password.buffer);
  for (let counter = 0; ; counter += 1) {
    view.setUint32(nonce.length, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
    const derivedKey = toHex(await crypto.subtle.deriveBits(algorithm, key, 8 * keyLength));
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey };
  }
}

function toBytes(hex: string) {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
