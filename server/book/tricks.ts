/**
 * Mechanisms that may be left out at the cost of time alone, as the ledger does (bench/ledger.bench.ts). Beside each what
 * an answer takes without it, in times of its processor time, on 2026-11-29.
 */
export const tricks = {
  // 3.5
  listed: true,
  // 4.8 for amounts under 1
  names: true,
  // 11 near a place
  searches: true,
  // 1.2 near a place
  fronts: true,
  // 1.1 to 1.4 near a place that nobody asked for before
  tree: true,
  // 1.7 near a place
  totals: true,
  // 70 to 170 ms once, after new opening times of 30,000 branches
  hours: true,
  // 2.6
  offerTexts: true,
  // 2.0 near a place
  branchTexts: true,
  // 1.06
  buffer: true,
};
