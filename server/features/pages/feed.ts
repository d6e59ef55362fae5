import type { ArticleView } from '#domain/articles/article.ts';
import { articlePath, FEED_PATH } from '#domain/pages/address.ts';
import { escaped } from '../../http/house-page.ts';
import type { PageContext } from './page-context.ts';
import { articlesOf } from './text-pages.ts';

const MOST = 50;
const AUTHOR = 'La rédaction de Parité';

// Atom feed of the blog (RFC 4287), newest first.
export function writeFeed({ blog }: PageContext, origin: string): string {
  const articles = articlesOf(blog);
  const entries = articles.slice(0, MOST).map((article) => writeEntry(article, origin));
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr">
<title>Le blog de Parité</title>
<subtitle>Comprendre un taux, payer moins de frais, passer la frontière sans surprise.</subtitle>
<id>${escaped(origin)}/blog</id>
<link rel="alternate" type="text/html" href="${escaped(origin)}/blog"/>
<link rel="self" type="application/atom+xml" href="${escaped(origin)}${FEED_PATH}"/>
<updated>${instantOf(articles[0])}</updated>
<author><name>${AUTHOR}</name></author>
${entries.join('')}</feed>
`;
}

function writeEntry(article: ArticleView, origin: string): string {
  const { id, title, description, topic } = article;
  const address = escaped(`${origin}${articlePath(id)}`);
  return `<entry>
<title>${escaped(title)}</title>
<id>${address}</id>
<link rel="alternate" type="text/html" href="${address}"/>
<published>${instantOf(article)}</published>
<updated>${instantOf(article)}</updated>
<category term="${escaped(topic)}"/>
<summary>${escaped(description)}</summary>
</entry>
`;
}

// Articles have a day and no hour.
function instantOf(article: ArticleView | undefined): string {
  return `${article?.publication_date ?? '1970-01-01'}T00:00:00Z`;
}
