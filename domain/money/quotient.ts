export type Rounding = 'down' | 'half-away';

const MAX = Number.MAX_SAFE_INTEGER;
// sixteen times the unit roundoff of a double, twice the largest error of the estimate below
const MARGIN = 2 ** -49;

/**
 * (a·b − c·d) / e, exact, rounded once to a whole number; every argument a safe integer, a to d at least 0,
 * e above 0. 'down' is towards zero, 'half-away' rounds halves away from zero. The result is the one of
 * BigInt arithmetic, always (property-tested); most quotients are settled without it, which is what makes
 * thirty offers cheap (decision 018).
 * A result beyond the safe integers (no real rate gives one) is the double nearest to it.
 */
export function quotient(a: number, b: number, c: number, d: number, e: number, rounding: Rounding): number {
  const left = a * b;
  const right = c * d;
  // products up to MAX are exact, and so are their difference and remainder
  if (left <= MAX && right <= MAX) return divideSafe(left - right, e, rounding);

  // the estimate decides unless it is too near the next whole number
  const size = Math.abs(left - right) / e + (rounding === 'down' ? 0 : 0.5);
  const error = ((left + right) / e) * MARGIN;
  const whole = Math.floor(size - error);
  if (whole === Math.floor(size + error)) return left < right ? 0 - whole : whole;
  return divideBig(BigInt(a) * BigInt(b) - BigInt(c) * BigInt(d), BigInt(e), rounding);
}

function divideSafe(n: number, e: number, rounding: Rounding): number {
  const size = Math.abs(n);
  // below 2^53 the double nearest to a quotient under a whole number k is under k, too: 1 / e is more than
  // half the distance of doubles there. So the floor and the remainder are exact.
  let whole = Math.floor(size / e);
  const rest = size - whole * e;
  if (rounding === 'half-away' && rest * 2 >= e) whole += 1;
  return n < 0 ? 0 - whole : whole;
}

function divideBig(n: bigint, e: bigint, rounding: Rounding): number {
  const nearest = rounding === 'half-away' ? (2n * (n % e)) / e : 0n;
  return Number(n / e + nearest);
}
