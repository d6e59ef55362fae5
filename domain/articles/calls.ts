import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { Article, ArticleId, ArticleView } from './article.ts';

export const articlesCalls = {
  'GET /api/public/blog/articles/banner': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'The newest featured articles, at most 4.',
    answer: Type.Array(Article),
  },
  'GET /api/public/blog/articles': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'One featured article a group, newest first, with the others of its group.',
    answer: Type.Array(Article),
  },
  'GET /api/public/blog/articles/view/{id}': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'One article with its text; 404 when there is none.',
    params: ArticleId,
    answer: ArticleView,
  },
} as const satisfies Calls;
