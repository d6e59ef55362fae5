/** Out-of-stock answers a day, each of which reveals something about a stock. */
const MOST_OF_ACCOUNT = 5;
const MOST_OF_NETWORK = 10;
/** Bound per account within a network's quota, so that one account does not use it up. */
const MOST_OF_ACCOUNT_THERE = 3;
/** Entries in memory. */
const MOST_ENTRIES = 50_000;

/**
 * Account asking a company, or network and account asking one branch's notes while others of that network
 * hold too much.
 */
export type QuotaHolder =
  | { travellerId: number; companyId: number }
  | { network: Buffer; companyId: number; branch: number | null; code: string; travellerId?: number };

/**
 * Limits how many out-of-stock answers an account or network gets from one company a day (UTC), because
 * each answer reveals something about its stock. Counted per instance.
 */
export type RefusalQuota = {
  isUsedUp(holder: QuotaHolder, at: Date): boolean;
  add(holder: QuotaHolder, at: Date): void;
};

export function createRefusalQuota(): RefusalQuota {
  const counts = new Map<string, number>();
  let today = '';
  const countOf = (holder: QuotaHolder, at: Date) => {
    const day = at.toISOString().slice(0, 10);
    if (day !== today) counts.clear();
    today = day;
    const key = keyOf(holder);
    return { key, count: counts.get(key) ?? 0 };
  };
  return {
    isUsedUp(holder, at) {
      return countOf(holder, at).count >= mostOf(holder);
    },
    add(holder, at) {
      const { key, count } = countOf(holder, at);
      if (count === 0 && counts.size >= MOST_ENTRIES) {
        const [oldest = ''] = counts.keys();
        counts.delete(oldest);
      }
      counts.set(key, count + 1);
    },
  };
}

function mostOf(holder: QuotaHolder): number {
  if (!('network' in holder)) return MOST_OF_ACCOUNT;
  return holder.travellerId === undefined ? MOST_OF_NETWORK : MOST_OF_ACCOUNT_THERE;
}

function keyOf(holder: QuotaHolder): string {
  if (!('network' in holder)) return `${holder.travellerId} ${holder.companyId}`;
  return [
    holder.network.toString('base64'),
    holder.companyId,
    holder.branch,
    holder.code,
    holder.travellerId ?? '',
  ].join(' ');
}
