/** How often in a day one may hear that a bureau has not enough: each time says something of what it has. */
const MOST_OF_ACCOUNT = 5;
const MOST_OF_NETWORK = 10;
/** Of those of a network, so that one account alone does not shut out everybody else. */
const MOST_OF_ACCOUNT_THERE = 3;
/** Of so many at once: memory stays bounded. */
const MOST_KEPT = 50_000;

/** An account asks a bureau; a network, of which others hold too much, and an account there, one counter's notes of a currency. */
export type Hearer =
  | { travellerId: number; companyId: number }
  | { network: Buffer; companyId: number; branch: number | null; code: string; travellerId?: number };

/** Who has heard that which bureau has not enough, by the day (UTC), within each instance. */
export type Heard = {
  isEnough(who: Hearer, at: Date): boolean;
  add(who: Hearer, at: Date): void;
};

export function createHeard(): Heard {
  const counts = new Map<string, number>();
  let today = '';
  const countOf = (who: Hearer, at: Date) => {
    const day = at.toISOString().slice(0, 10);
    if (day !== today) counts.clear();
    today = day;
    const key = keyOf(who);
    return { key, count: counts.get(key) ?? 0 };
  };
  return {
    isEnough(who, at) {
      return countOf(who, at).count >= mostOf(who);
    },
    add(who, at) {
      const { key, count } = countOf(who, at);
      if (count === 0 && counts.size >= MOST_KEPT) {
        const [oldest = ''] = counts.keys();
        counts.delete(oldest);
      }
      counts.set(key, count + 1);
    },
  };
}

function mostOf(who: Hearer): number {
  if (!('network' in who)) return MOST_OF_ACCOUNT;
  return who.travellerId === undefined ? MOST_OF_NETWORK : MOST_OF_ACCOUNT_THERE;
}

function keyOf(who: Hearer): string {
  if (!('network' in who)) return `${who.travellerId} ${who.companyId}`;
  return [who.network.toString('base64'), who.companyId, who.branch, who.code, who.travellerId ?? ''].join(
    ' ',
  );
}
