import type { Cents } from '../money/cents.ts';

/**
 * Largest whole number of a company's smallest note within an amount, where it is more than 1 % less (contract 2). null:
 * not less than that, or under one note.
 */
export function lessInNotes(amount: Cents, smallestNote: number): Cents | null {
  const rest = amount % (smallestNote * 100);
  return rest < amount && rest * 100 > amount ? amount - rest : null;
}
