import { searchForm } from '../text/search.ts';

// 'saint-denis-93': letters without case or accents, words joined by hyphens.
export function slugOf(text: string): string {
  return searchForm(text).replaceAll(' ', '-');
}
