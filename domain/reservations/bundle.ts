import { fewestNotes, type NoteCount, nearestMakeable, smallNotes } from '../currencies/make-amount.ts';
import type { Cents } from '../money/cents.ts';

/** Notes proposed for an amount, largest first. `rest`: hundredths that they do not make. */
export type Bundle = { readonly notes: readonly NoteCount[]; readonly rest: Cents };

type Wish = { readonly notes: string; readonly denominations: readonly number[] };

/**
 * Bundle that a traveller wishes of a company's notes in whole units: of chosen ones alone, small ones first, or the fewest.
 * null: the notes are unknown.
 */
export function bundleOf(amount: Cents, values: readonly number[], wish: Wish): Bundle | null {
  const isChosen = wish.denominations.length > 0;
  const allowed = isChosen ? wish.denominations : values;
  if (allowed.length === 0) return null;
  const make = wish.notes === 'small' && !isChosen ? smallNotes : fewestNotes;
  const whole = make(amount / 100, allowed);
  if (whole) return { notes: whole, rest: 0 };
  const { below } = nearestMakeable(amount / 100, allowed);
  const notes = (below && make(below, allowed)) || [];
  return { notes, rest: amount - sumNotes(notes) };
}

export type NotesTotal = Bundle & { readonly currency: string; readonly amount: Cents };

export function sumBundles(
  bundled: Iterable<{ currency: string; amount: Cents; bundle: Bundle | null }>,
): readonly NotesTotal[] {
  const totals = new Map<string, { amount: Cents; rest: Cents; counts: Map<number, number> }>();
  for (const { currency, amount, bundle } of bundled) {
    const total = totals.get(currency) ?? { amount: 0, rest: 0, counts: new Map() };
    total.amount += amount;
    total.rest += bundle ? bundle.rest : amount;
    for (const { value, count } of bundle?.notes ?? []) {
      total.counts.set(value, (total.counts.get(value) ?? 0) + count);
    }
    totals.set(currency, total);
  }
  return [...totals].map(([currency, { amount, rest, counts }]) => ({
    currency,
    amount,
    rest,
    notes: [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.value - a.value),
  }));
}

function sumNotes(notes: readonly NoteCount[]): Cents {
  return notes.reduce((sum, { value, count }) => sum + value * count * 100, 0);
}
