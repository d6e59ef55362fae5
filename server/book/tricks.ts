/**
 * Mechanisms that may be left out at the cost of time alone, each under its name in the ledger of docs/measurements.md,
 * which has the figures. `npm run bench -- ledger` measures them.
 */
export const tricks = {
  // listings shown before, as objects
  listed: true,
  // long runs by name
  names: true,
  // last searches
  searches: true,
  // first offers of a search
  fronts: true,
  // kd-tree
  tree: true,
  // counts of a search
  totals: true,
  // hours asked once a search
  hours: true,
  // JSON of an offer
  offerTexts: true,
  // JSON of a branch for a minute
  branchTexts: true,
  // memory of an answer used again
  buffer: true,
};
