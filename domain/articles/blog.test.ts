import { expect, test } from 'vitest';
import { arrangeBlog, MAX_GROUPS, MAX_SUBS, type PublishedArticle } from './blog.ts';

function article(id: string, changes: Partial<PublishedArticle> = {}): PublishedArticle {
  return {
    id,
    group: 'Taux',
    topic: 'Frais',
    is_featured: false,
    image: id,
    image_alt: `Image de ${id}`,
    reading_time: 3,
    title: `Titre de ${id}`,
    description: `Description de ${id}`,
    descriptions: ['Une ligne'],
    content: `<p>${id}</p>`,
    publication_date: '2026-10-01',
    ...changes,
  };
}

const ids = (articles: readonly { id: string }[] | undefined) => articles?.map(({ id }) => id);

test('a group starts with its featured article, then the others, newest first', () => {
  const { featured } = arrangeBlog([
    article('old', { publication_date: '2026-01-31', topic: 'Écart' }),
    article('leader', { publication_date: '2026-02-01', topic: 'Taux', is_featured: true }),
    article('new', { publication_date: '2026-03-01', topic: 'Frais' }),
    article('newest', { publication_date: '2026-03-02', topic: 'Frais' }),
  ]);
  expect(ids(featured)).toEqual(['leader']);
  expect(ids(featured[0]?.subs)).toEqual(['newest', 'new', 'old']);
  expect(featured[0]?.sub_topics).toEqual(['Écart', 'Frais']);
});

test('groups are sorted by the date of their featured article, then by id', () => {
  const { featured, banner } = arrangeBlog(
    ['e', 'd', 'c', 'b', 'a'].map((id) =>
      article(id, {
        group: id,
        is_featured: true,
        publication_date: id === 'e' ? '2026-11-01' : '2026-10-01',
      }),
    ),
  );
  expect(ids(featured)).toEqual(['e', 'a', 'b', 'c', 'd']);
  expect(ids(banner)).toEqual(['e', 'a', 'b', 'c']);
});

test('a newer article does not move its group, only the featured one does', () => {
  const { featured } = arrangeBlog([
    article('newest', { publication_date: '2026-11-03' }),
    article('leader', { publication_date: '2026-11-01', is_featured: true }),
    article('alone', { publication_date: '2026-11-02', group: 'Seul' }),
  ]);
  expect(ids(featured)).toEqual(['alone', 'leader']);
});

test('a group without a featured article starts with its newest one', () => {
  const { featured } = arrangeBlog([
    article('old', { publication_date: '2026-01-01' }),
    article('new', { publication_date: '2026-01-02' }),
  ]);
  expect(ids(featured)).toEqual(['new']);
  expect(ids(featured[0]?.subs)).toEqual(['old']);
});

test('an article’s page contains its text and the rest of its group', () => {
  const { views } = arrangeBlog([article('leader', { is_featured: true }), article('other')]);
  expect(views.get('other')).toEqual({
    id: 'other',
    image: 'other',
    image_alt: 'Image de other',
    group: 'Taux',
    topic: 'Frais',
    reading_time: 3,
    title: 'Titre de other',
    description: 'Description de other',
    subs: [expect.objectContaining({ id: 'leader' })],
    sub_topics: ['Frais'],
    descriptions: ['Une ligne'],
    content: '<p>other</p>',
    publication_date: '2026-10-01',
  });
  expect(views.get('missing')).toBeUndefined();
});

test('a list contains no text', () => {
  const { featured } = arrangeBlog([article('leader', { is_featured: true }), article('other')]);
  expect(JSON.stringify(featured)).not.toContain('<p>');
});

test('an answer has a bounded size for any number of articles', () => {
  const big = Array.from({ length: 200 }, (_, index) =>
    article(`of-one-group-${index}`, { publication_date: '2026-11-01' }),
  );
  const many = Array.from({ length: 200 }, (_, index) =>
    article(`of-its-own-${index}`, { group: `${index}` }),
  );
  const { featured, views } = arrangeBlog([...big, ...many]);
  expect(featured).toHaveLength(MAX_GROUPS);
  expect(featured.find((leader) => leader.group === 'Taux')?.subs).toHaveLength(MAX_SUBS);
  expect(views.size).toBe(400);
  expect(Math.max(...[...views.values()].map(({ subs }) => subs.length))).toBe(MAX_SUBS);
});

test('an empty blog is valid', () => {
  expect(arrangeBlog([])).toEqual({ banner: [], featured: [], views: new Map() });
});

test('the order of the input has no effect', () => {
  const articles = [
    article('b', { publication_date: '2026-10-02', topic: 'Zinc' }),
    article('c', { publication_date: '2026-10-02', is_featured: true }),
    article('a', { publication_date: '2026-10-03', topic: 'Été' }),
    article('d', { group: 'Autre', publication_date: '2026-10-02' }),
    article('e', { group: 'Autre', publication_date: '2026-10-04' }),
    article('f', { group: 'Seul', publication_date: '2026-10-05' }),
  ];
  const expected = arrangeBlog(articles);
  expect(ids(expected.featured)).toEqual(['f', 'e', 'c']);
  expect(ids(expected.featured[2]?.subs)).toEqual(['a', 'b']);
  expect(expected.featured[2]?.sub_topics).toEqual(['Été', 'Zinc']);
  for (const turned of [articles.toReversed(), [...articles.slice(3), ...articles.slice(0, 3)]]) {
    expect(arrangeBlog(turned)).toEqual(expected);
  }
});
