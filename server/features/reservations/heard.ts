/** How often in a day one account may hear that a bureau has not enough: each time says something of what it has. */
const MOST_A_DAY = 5;
/** Of so many accounts and bureaux at once: memory stays bounded. */
const MOST_KEPT = 50_000;

/** Who has heard that which bureau has not enough, by the day (UTC), within each instance. */
export type Heard = {
  isEnough(travellerId: number, companyId: number, at: Date): boolean;
  add(travellerId: number, companyId: number, at: Date): void;
};

export function createHeard(): Heard {
  const counts = new Map<string, number>();
  let today = '';
  const keyOf = (travellerId: number, companyId: number, at: Date) => {
    const day = at.toISOString().slice(0, 10);
    if (day !== today) counts.clear();
    today = day;
    return `${travellerId} ${companyId}`;
  };
  return {
    isEnough(travellerId, companyId, at) {
      return (counts.get(keyOf(travellerId, companyId, at)) ?? 0) >= MOST_A_DAY;
    },
    add(travellerId, companyId, at) {
      const key = keyOf(travellerId, companyId, at);
      if (!counts.has(key) && counts.size >= MOST_KEPT) {
        const [oldest = ''] = counts.keys();
        counts.delete(oldest);
      }
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
  };
}
