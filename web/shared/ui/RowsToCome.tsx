/** The place of a table's rows that are not drawn yet. */
export function RowsToCome({ count, height }: { count: number; height: number }) {
  if (count === 0) return null;
  return <tr style={{ height: count * height }} />;
}
