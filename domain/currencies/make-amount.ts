/**
 * Most residues, in units of the common divisor, among which makeable amounts are searched. Real notes have under 100.
 */
const MOST_RESIDUES = 10_000;
/** Largest note, in units of the common divisor, for which the fewest notes are searched. */
const MOST_UNITS = 1_000;
/** Most notes of a bundle that favours small ones. */
const MOST_SMALL_NOTES = 40;
/** Values of such a bundle, from the smallest, because 40 notes of 5 are none that people can use. */
const LEAST_VALUES = 3;

export type NoteCount = { readonly value: number; readonly count: number };

/**
 * Nearest amounts to one above 0, in whole units and multiples of `step`, that notes of these values make, each without bound. null: none
 * above 0, or the notes are too unlike for the search.
 */
export function nearestMakeable(
  amount: number,
  values: readonly number[],
  step = Math.min(...values),
): { below: number | null; above: number | null } {
  if (values.length === 0) return { below: null, above: null };
  const unit = [...values, step].reduce(commonDivisor, 0);
  const [smallest, multiple] = [Math.min(...values) / unit, step / unit];
  const ring = (smallest * multiple) / commonDivisor(smallest, multiple);
  if (ring > MOST_RESIDUES) return { below: null, above: null };
  const least = leastByResidue(
    values.map((value) => value / unit),
    ring,
  );
  const target = amount / unit;
  let [below, above] = [0, Number.POSITIVE_INFINITY];
  for (let residue = 0; residue < ring; residue += multiple) {
    const from = least[residue] ?? Number.POSITIVE_INFINITY;
    // every further ring keeps the residue
    const under = residue + Math.floor((target - residue) / ring) * ring;
    const over = residue + Math.ceil((target - residue) / ring) * ring;
    if (under >= from) below = Math.max(below, under);
    above = Math.min(above, Math.max(from, over));
  }
  return { below: below > 0 ? below * unit : null, above: above * unit };
}

/** Whole units that notes of these values make exactly. */
export function isMakeable(amount: number, values: readonly number[], step?: number): boolean {
  return amount > 0 && nearestMakeable(amount, values, step).below === amount;
}

/** Fewest notes that make an amount, largest first. null: none do, or the notes are too unlike for the search. */
export function fewestNotes(amount: number, values: readonly number[]): readonly NoteCount[] | null {
  const unit = values.reduce(commonDivisor, 0);
  const scaled = values.map((value) => value / unit).toSorted((a, b) => b - a);
  const largest = scaled[0];
  const target = amount / unit;
  if (largest === undefined || largest > MOST_UNITS || !Number.isInteger(target)) return null;
  // a bundle of as many smaller notes as the largest has units always holds some that large ones replace
  const sure = Math.max(0, Math.ceil((target - largest * largest) / largest));
  const last = lastNotes(target - sure * largest, scaled);
  if (last === null) return null;
  const counts = new Map<number, number>([[largest, sure]]);
  for (const value of last) counts.set(value, (counts.get(value) ?? 0) + 1);
  return scaled
    .map((value) => ({ value: value * unit, count: counts.get(value) ?? 0 }))
    .filter(({ count }) => count > 0);
}

/** Small notes first, as long as the bundle stays under 41 notes. null: no bundle. */
export function smallNotes(amount: number, values: readonly number[]): readonly NoteCount[] | null {
  const sorted = values.toSorted((a, b) => a - b);
  for (let most = Math.min(LEAST_VALUES, sorted.length - 1); most < sorted.length; most += 1) {
    const notes = fewestNotes(amount, sorted.slice(0, most));
    if (notes && notes.reduce((sum, { count }) => sum + count, 0) <= MOST_SMALL_NOTES) return notes;
  }
  return fewestNotes(amount, sorted);
}

/** Notes of a fewest bundle one by one, found from every smaller amount. null: none. */
function lastNotes(target: number, values: readonly number[]): number[] | null {
  const fewest = new Array<number>(target + 1).fill(Number.POSITIVE_INFINITY);
  const chosen = new Array<number>(target + 1).fill(0);
  fewest[0] = 0;
  for (let amount = 1; amount <= target; amount += 1) {
    for (const value of values) {
      const count = (fewest[amount - value] ?? Number.POSITIVE_INFINITY) + 1;
      if (count < (fewest[amount] ?? 0)) {
        fewest[amount] = count;
        chosen[amount] = value;
      }
    }
  }
  if (fewest[target] === Number.POSITIVE_INFINITY) return null;
  const notes: number[] = [];
  for (let left = target; left > 0; left -= chosen[left] ?? left) notes.push(chosen[left] ?? left);
  return notes;
}

/** Least makeable amount of each residue: the shortest ways from 0, each note a step. */
function leastByResidue(values: readonly number[], ring: number): readonly number[] {
  const least = new Array<number>(ring).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  for (const value of values) {
    // two turns through each cycle of residues that the value joins reach its best entry
    const cycles = commonDivisor(value, ring);
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      let from = cycle;
      for (let turn = 0; turn < (2 * ring) / cycles; turn += 1) {
        const to = (from + value) % ring;
        least[to] = Math.min(least[to] ?? 0, (least[from] ?? 0) + value);
        from = to;
      }
    }
  }
  return least;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
