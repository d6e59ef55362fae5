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
  return placed.sort((a, b) => a.rank - b.rank || a.letters - b.letters).map(({ item }) => item);
}

export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const changed = (row[j] ?? 0) + (b[j] === letter ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
