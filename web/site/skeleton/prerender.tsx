import './prerender-document.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { ArticleView } from '#domain/articles/article.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
// application styles, present at the first paint
import layout from '../layout/Layout.module.css';
import { Layout } from '../layout/Layout.tsx';
import article from '../pages/article/ArticlePage.module.css';
import { ArticleHead } from '../pages/article/ArticlePage.tsx';
import blog from '../pages/blog/BlogPage.module.css';
import { BlogHead, GroupFrame, TopicFilter } from '../pages/blog/BlogPage.tsx';
import comparator from '../pages/landing/Comparator.module.css';
import { Hero, HowItCompares } from '../pages/landing/LandingPage.tsx';
import where from '../pages/landing/PlaceField.module.css';

/**
 * Skeletons of the pages, drawn by the build alone. Data are slots, names in braces that head.ts replaces.
 */

// loader on, as data are under way (outside a browser React draws from the initial state)
Object.assign(useClientState.getInitialState(), { requests: 1 });

function slot<T>(name: string): T {
  return `{${name}}` as unknown as T;
}

const articleSlots: ArticleView = {
  id: slot('id'),
  image: slot('image'),
  image_alt: slot('image_alt'),
  group: slot('group'),
  topic: slot('topic'),
  reading_time: slot('reading_time'),
  title: slot('title'),
  description: slot('description'),
  descriptions: [slot('descriptions')],
  subs: [],
  sub_topics: [],
  content: '',
  publication_date: '',
};

export const landing = draw(
  <Layout>
    <LandingSkeleton />
  </Layout>,
);

export const skeletons: Record<string, string> = {
  '': drawTall(<PageSkeleton />),
  '/blog': drawTall(<BlogSkeleton />),
  '/blog/view/{id}': drawTall(<ArticleSkeleton />),
};

function drawTall(page: ReactNode): string {
  return draw(<div className={layout.tall}>{page}</div>);
}

function draw(element: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element }]);
  return (
    renderToStaticMarkup(<RouterProvider router={router} />)
      // hash before each address, as the browser's router writes it
      .replaceAll('href="/', 'href="#/')
  );
}

function PageSkeleton() {
  return (
    <div className={layout.skeleton} role="status">
      <span className="visually-hidden">Chargement de la page</span>
      <Skeleton lines={3} />
    </div>
  );
}

function BlogSkeleton() {
  return (
    <div className={blog.page}>
      <BlogHead />
      <TopicFilter topics={[slot('topics')]} topic={null} onChoose={() => {}} isPlaceholder />
      <p className={blog.count}>{slot<string>('count')}</p>
      <GroupFrame leader={articleSlots} isLong={slot('isLong')} isFirst>
        <ul className={blog.subs} />
      </GroupFrame>
    </div>
  );
}

function ArticleSkeleton() {
  return (
    <div className={article.page}>
      <article>
        <ArticleHead article={articleSlots} />
      </article>
    </div>
  );
}

function LandingSkeleton() {
  return (
    <>
      <Hero currencies={null}>
        <div className={comparator.card} role="status">
          <span className="visually-hidden">Chargement du comparateur</span>
          <div className={comparator.skeleton} aria-hidden="true">
            <EmptyField label="Je donne" />
            <div className={comparator.between}>
              <span className={comparator.swap} />
              <p className={comparator.rate}>
                <strong>{'\u00a0'}</strong>
                Taux intermédiaire
              </p>
            </div>
            <EmptyField label="Je souhaite recevoir" />
            <div className={where.where}>
              <div className={where.field}>
                <span className={where.open} />
              </div>
            </div>
            <Button type="submit" size="large" disabled>
              Comparer les offres
            </Button>
            <p className={comparator.note}>
              Sans compte, sans e-mail. Vous choisissez, nous vous conduisons sur le site du bureau.
            </p>
          </div>
        </div>
      </Hero>
      <HowItCompares />
    </>
  );
}

function EmptyField({ label }: { label: string }) {
  return (
    <div className={comparator.field}>
      <span className={comparator.label}>{label}</span>
      <div className={comparator.line}>
        <span className={comparator.room} />
      </div>
    </div>
  );
}
