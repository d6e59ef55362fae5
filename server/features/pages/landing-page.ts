import type { LandingView } from '#domain/pages/page.ts';
import { listDated } from '../../book/list-dated.ts';
import { type BuiltPage, type PageContext, pageOf } from './page-context.ts';

export function buildLandingPage(context: PageContext): BuiltPage {
  const view: LandingView = {
    kind: 'landing',
    currencies: listDated(context.book.currencies),
    articles: context.blog?.banner ?? null,
  };
  return pageOf(context, { path: '/', view });
}
