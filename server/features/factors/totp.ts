import { Secret, TOTP } from 'otpauth';
import type { TotpOffer } from '#domain/factors/second-factor.ts';
import type { Db } from '../../db/open.ts';
import { seal, unseal } from '../../process/encrypt.ts';
import { findTotp, takeTotpStep } from './factors.queries.ts';

const PERIOD = 30;
/** Steps of 30 seconds accepted on either side, for clocks and typing. */
const WINDOW = 1;
const SECRET_BYTES = 20;
/** Milliseconds until an offered secret expires. */
const OFFER_FOR = 15 * 60_000;
const TIME_BYTES = 8;

type Parts = { db: Db; secret: string };

/** New secret that is stored nowhere and returns sealed with the first code. */
export function offerTotp(
  secret: string,
  { userId, mail, at }: { userId: number; mail: string; at: Date },
): TotpOffer {
  const shared = new Secret({ size: SECRET_BYTES });
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(at.getTime()));
  const sealed = seal(secret, 'totp-offer', String(userId), Buffer.concat([time, shared.bytes]));
  return {
    secret: shared.base32,
    uri: createTotp(shared, mail).toString(),
    sealed: sealed.toString('base64url'),
  };
}

export function acceptTotp(
  secret: string,
  { userId, sealed, code, at }: { userId: number; sealed: string; code: string; at: Date },
): { sealed: Buffer; step: number } | 'too_late' | 'wrong_code' {
  const plain = unseal(secret, 'totp-offer', String(userId), Buffer.from(sealed, 'base64url'));
  if (plain?.length !== TIME_BYTES + SECRET_BYTES) return 'too_late';
  if (at.getTime() - Number(plain.readBigUInt64BE(0)) > OFFER_FOR) return 'too_late';
  const bytes = new Uint8Array(plain.subarray(TIME_BYTES));
  const step = stepOf(bytes, code, at);
  if (step === null) return 'wrong_code';
  return { sealed: seal(secret, 'totp', String(userId), bytes), step };
}

/** true for a present code, which with all older ones is then used. */
export async function verifyTotp(
  { db, secret }: Parts,
  { userId, code, at }: { userId: number; code: string; at: Date },
): Promise<boolean> {
  const stored = await findTotp(db, userId);
  // sealed under a former SECRET and unreadable (docs/operations.md)
  const bytes = stored && unseal(secret, 'totp', String(userId), stored.sealed);
  if (!bytes) return false;
  const step = stepOf(new Uint8Array(bytes), code, at);
  return step !== null && takeTotpStep(db, { userId, step, at });
}

function stepOf(bytes: Uint8Array<ArrayBuffer>, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const totp = createTotp(new Secret({ buffer: bytes.buffer }));
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

// parameters of every authenticator application
function createTotp(secret: Secret, label = ''): TOTP {
  return new TOTP({ issuer: 'Parité', label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret });
}
