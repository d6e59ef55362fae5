import { type Static, Type } from 'typebox';
import { amountOf, type Cents, centsOf } from '../money/cents.ts';
import { Day } from '../text/day.ts';

export const MOST_REGISTER_LINES = 2_000;

export const RegisterQuery = Type.Object({ day: Day });

const Money = Type.Object({ currency: Type.String(), amount: Type.Number() });

// `got` and `given` by the company; below 0 where a bordereau is struck. `branch` '': the company has none.
export const RegisterLine = Type.Object({
  kind: Type.Union([Type.Literal('handed_over'), Type.Literal('struck'), Type.Literal('redeemed')]),
  number: Type.Integer(),
  at: Type.String(),
  time_zone: Type.String(),
  company: Type.String(),
  branch: Type.String(),
  reservation: Type.Object({ id: Type.String(), number: Type.String() }),
  payment: Type.String(),
  got: Money,
  given: Money,
});
export type RegisterLine = Static<typeof RegisterLine>;

// A day in the zone of each branch. `is_cut`: the lines beyond the bound are missing, and so are totals.
export const Register = Type.Object({
  lines: Type.Array(RegisterLine, { maxItems: MOST_REGISTER_LINES }),
  is_cut: Type.Boolean(),
});
export type Register = Static<typeof Register>;

export type RegisterTotal = { place: string; currency: string; got: number; given: number };

// Sums by branch and currency, those of a place together.
export function sumRegister(lines: readonly RegisterLine[]): RegisterTotal[] {
  const sums = new Map<string, { place: string; currency: string; got: Cents; given: Cents }>();
  for (const { company, branch, got, given } of lines) {
    const place = branch || company;
    const sumOf = (currency: string) => {
      const key = JSON.stringify([place, currency]);
      const sum = sums.get(key) ?? { place, currency, got: 0, given: 0 };
      sums.set(key, sum);
      return sum;
    };
    sumOf(got.currency).got += centsOf(got.amount) ?? 0;
    sumOf(given.currency).given += centsOf(given.amount) ?? 0;
  }
  return [...sums.values()]
    .sort((a, b) => a.place.localeCompare(b.place, 'fr') || (a.currency < b.currency ? -1 : 1))
    .map(({ got, given, ...sum }) => ({ ...sum, got: amountOf(got), given: amountOf(given) }));
}
