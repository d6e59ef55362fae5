/** Out-of-stock answers of an account a company and day. */
const MOST = 5;
/** Entries in memory. */
const MOST_ENTRIES = 50_000;

export type QuotaHolder = { travellerId: number; companyId: number };

/**
 * Limits how many out-of-stock answers an account gets from one company a day (UTC), because each costs locks and tells when
 * the others reserve. Counted per instance.
 */
export type RefusalQuota = {
  isUsedUp(holder: QuotaHolder, at: Date): boolean;
  add(holder: QuotaHolder, at: Date): void;
};

export function createRefusalQuota(): RefusalQuota {
  const counts = new Map<string, number>();
  let today = '';
  const countOf = ({ travellerId, companyId }: QuotaHolder, at: Date) => {
    const day = at.toISOString().slice(0, 10);
    if (day !== today) counts.clear();
    today = day;
    const key = `${travellerId} ${companyId}`;
    return { key, count: counts.get(key) ?? 0 };
  };
  return {
    isUsedUp(holder, at) {
      return countOf(holder, at).count >= MOST;
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
