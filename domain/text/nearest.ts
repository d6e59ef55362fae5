import { type Match, matchOf, searchForm } from './search.ts';

const RANKS: readonly (Match | null)[] = ['start', 'words', 'middle', null];

/**
 * Likely meanings of `wanted`, best first: search matches, then smallest edit distance to the text or one
 * of its words.
 */
export function nearest<T>(query: string, items: readonly T[], textsOf: (item: T) => readonly string[]): T[] {
  const form = searchForm(query);
  const placed = items.map((item) => {
    const forms = textsOf(item).map(searchForm);
    const rank = Math.min(...forms.map((each) => RANKS.indexOf(matchOf(form, each))));
    const parts = forms.flatMap((each) => [each, ...each.split(' ')]);
    return { item, rank, letters: Math.min(...parts.map((part) => editDistance(form, part))) };
  });
  return placed
    .sort((one, other) => one.rank - other.rank || one.letters - other.letters)
    .map(({ item }) => item);
}

export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j += 1) {
      const changed = (row[j] ?? 0) + (other[j] === letter ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
