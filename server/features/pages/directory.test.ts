import { expect, test } from 'vitest';
import { canonicalPath, companyPath } from '#domain/pages/address.ts';
import { aBookCompany } from '../../testing/book.ts';
import { createDirectory } from './directory.ts';

test.each([
  [
    [
      { id: 1, name: 'Foo' },
      { id: 2, name: 'Foo 7' },
      { id: 7, name: 'Foo' },
    ],
    ['foo', 'foo-7', 'foo-7-2'],
  ],
  [
    [
      { id: 1, name: 'Foo' },
      { id: 3, name: 'Foo' },
      { id: 4, name: 'Foo 3' },
    ],
    ['foo', 'foo-3', 'foo-3-4'],
  ],
  [
    [
      { id: 5, name: '両替' },
      { id: 6, name: 'Bureau 5' },
      { id: 8, name: '両替 Quai $ Co' },
    ],
    ['bureau-5', 'bureau-5-6', 'quai-co'],
  ],
])('%j have a page each, whatever their order', (named, slugs) => {
  const companies = named.map(aBookCompany);
  for (const listed of [companies, companies.toReversed()]) {
    const directory = createDirectory(listed);
    expect(companies.map(directory.slugOf)).toEqual(slugs);
    expect(slugs.map(directory.bySlug)).toEqual(companies);
  }
  for (const path of slugs.map(companyPath)) expect(canonicalPath(path)).toBe(path);
});
