import { createHmac } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { networkOf } from '../../network.ts';
import { clearFailures, countFailures } from './login-failures.queries.ts';

const WINDOW = 15 * 60_000;
const MAX_BY_ACCOUNT = 10;
const MAX_BY_ADDRESS = 50;

export type Attempt = {
  /** seconds to wait; null when the attempt may be made */
  waitSeconds: number | null;
  succeed(): Promise<void>;
};

/**
 * Counts the attempt as a failure before its password is looked at, so that guesses made at once do not slip
 * through; a success takes it back. Accounts that do not exist count alike: a 429 says nothing of them.
 */
export async function startAttempt(
  db: Db,
  { secret, account, address, at }: { secret: string; account: string; address: string; at: Date },
): Promise<Attempt> {
  const keyOf = (kind: string, value: string) =>
    createHmac('sha256', secret).update(`login:${kind}:${value}`).digest();
  const byAccount = keyOf('account', account);
  const byAddress = keyOf('address', networkOf(address));
  const windowStart = new Date(at.getTime() - WINDOW);
  const counts = await countFailures(db, [byAccount, byAddress], { at, windowStart });
  const waits = counts
    .filter(({ key, count }) => count > (key.equals(byAccount) ? MAX_BY_ACCOUNT : MAX_BY_ADDRESS))
    .map(({ since }) => Math.ceil((since.getTime() + WINDOW - at.getTime()) / 1000));
  return {
    waitSeconds: waits.length > 0 ? Math.max(1, ...waits) : null,
    succeed: () => clearFailures(db, { account: byAccount, address: byAddress }),
  };
}
