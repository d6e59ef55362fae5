import { compareNames } from '#domain/offers/rank.ts';
import { slugOf } from '#domain/pages/slug.ts';
import type { BookCompany } from '../../book/rate-book.ts';

// Companies by the path name of their page.
export type Directory = {
  slugOf(company: BookCompany): string;
  bySlug(slug: string): BookCompany | undefined;
  // Companies by name.
  readonly companies: readonly BookCompany[];
};

// objects of companies are immutable
const slugs = new WeakMap<BookCompany, string>();

export function createDirectory(listed: readonly BookCompany[]): Directory {
  const companies = listed.toSorted((a, b) => compareNames(a.name, b.name) || a.id - b.id);
  const bySlug = new Map<string, BookCompany>();
  const byId = new Map<number, string>();
  // the older company keeps a name that two have
  for (const company of companies.toSorted((a, b) => a.id - b.id)) {
    const slug = freeSlug(company, bySlug);
    bySlug.set(slug, company);
    byId.set(company.id, slug);
  }
  return {
    companies,
    slugOf: ({ id }) => byId.get(id) ?? '',
    bySlug: (slug) => bySlug.get(slug),
  };
}

function freeSlug(company: BookCompany, taken: ReadonlyMap<string, BookCompany>): string {
  const plain = plainSlug(company);
  const stem = `${plain || 'bureau'}-${company.id}`;
  let slug = plain || stem;
  // another company may be named 'Foo 7'
  for (let i = 1; taken.has(slug); i += 1) slug = i === 1 ? stem : `${stem}-${i}`;
  return slug;
}

function plainSlug(company: BookCompany): string {
  const known = slugs.get(company) ?? slugOf(slugOf(company.name).replace(/[^a-z0-9-]/g, ''));
  slugs.set(company, known);
  return known;
}
