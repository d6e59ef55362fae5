/** Index in a sorted array. -1: absent. */
export function indexIn(sorted: Int32Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value ? low : -1;
}

export function valuesAt(column: Int32Array, at: Int32Array): Int32Array {
  const some = new Int32Array(at.length);
  for (let i = 0; i < at.length; i++) some[i] = column[at[i] as number] as number;
  return some;
}
