/** Mechanisms that may be left out at the cost of time alone, as the ledger does (bench/ledger.bench.ts). */
export const tricks = {
  listed: true,
  names: true,
  searches: true,
  fronts: true,
  tree: true,
  totals: true,
  hours: true,
  offerTexts: true,
  branchTexts: true,
  buffer: true,
};
