import type { FastifyInstance } from 'fastify';
import type { Article, ArticleView } from '#domain/articles/article.ts';
import { type Compressed, compress, sendCompressed } from '../../http/compressed.ts';
import { HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { sanitizeArticle } from './article-html.ts';
import { type BlogCache, blogOf } from './blog-cache.ts';

export function registerArticles(app: FastifyInstance, followed: BlogCache): void {
  // each answer is written once per blog, on the first request
  const written = new WeakMap<object, Compressed>();
  const write = (known: readonly Article[] | ArticleView) => {
    const answer =
      written.get(known) ?? compress(JSON.stringify(known, safeContent), 'application/json; charset=utf-8');
    written.set(known, answer);
    return answer;
  };

  route(app, 'GET /api/public/blog/articles/banner', (request, reply) =>
    sendCompressed(request, reply, write(blogOf(followed).banner)),
  );

  route(app, 'GET /api/public/blog/articles', (request, reply) =>
    sendCompressed(request, reply, write(blogOf(followed).featured)),
  );

  route(app, 'GET /api/public/blog/articles/view/{id}', (request, reply) => {
    const article = blogOf(followed).views.get(request.params.id);
    if (!article) {
      throw new HttpError(404, 'unknown_article', 'Cet article n’existe pas ou n’est plus en ligne.');
    }
    return sendCompressed(request, reply, write(article));
  });
}

/** Sanitises again, because a row may have another origin than the seed. */
function safeContent(key: string, value: unknown): unknown {
  return key === 'content' && typeof value === 'string' ? sanitizeArticle(value) : value;
}
