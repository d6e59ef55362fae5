let last = 0;

/** A key for what is added on the page and has no name of its own yet. */
export function newKey(): number {
  last += 1;
  return last;
}
