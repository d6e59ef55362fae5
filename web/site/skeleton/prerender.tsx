import './prerender-document.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { ArticleView } from '#domain/articles/article.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
// with the application: these styles are there at the first paint
import layout from '../layout/Layout.module.css';
import { Layout } from '../layout/Layout.tsx';
import article from '../pages/article/ArticlePage.module.css';
import { ArticleHead } from '../pages/article/ArticlePage.tsx';
import blog from '../pages/blog/BlogPage.module.css';
import { BlogHead, GroupFrame, TopicFilter } from '../pages/blog/BlogPage.tsx';
import comparator from '../pages/landing/Comparator.module.css';
import { Hero, HowItCompares } from '../pages/landing/LandingPage.tsx';
import where from '../pages/landing/WhereField.module.css';

/*
 * Runs in the build alone: draws what each page is waited for with. What is shown of its data is a slot, a name in
 * braces, where head.ts writes the value.
 */

// the data is on its way: the loader is on (out of a browser React draws from the initial state)
Object.assign(useClientState.getInitialState(), { requests: 1 });

/** A slot, of whatever type the component draws. */
function slot<T>(name: string): T {
  return `{${name}}` as unknown as T;
}

/** An article of which each field that is drawn is the slot of its own name. */
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

/** What the landing page shows until its script is there. */
export const landing = draw(
  <Layout>
    <LandingSkeleton />
  </Layout>,
);

/** What other pages show inside the layout: any of them at first, and some as soon as their data is there. */
export const skeletons: Record<string, string> = {
  '': drawTall(<PageSkeleton />),
  '/blog': drawTall(<BlogSkeleton />),
  '/blog/view/{id}': drawTall(<ArticleSkeleton />),
};

/** As high as the window, so that the footer does not move when the rest of the page comes. */
function drawTall(page: ReactNode): string {
  return draw(<div className={layout.tall}>{page}</div>);
}

function draw(element: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element }]);
  return (
    renderToStaticMarkup(<RouterProvider router={router} />)
      // the browser's router writes its addresses behind a hash
      .replaceAll('href="/', 'href="#/')
  );
}

/** Any page while its data is on its way. */
function PageSkeleton() {
  return (
    <div className={layout.skeleton} role="status">
      <span className="visually-hidden">Chargement de la page</span>
      <Skeleton lines={3} />
    </div>
  );
}

/** The top of the blog, drawn from its data before its code is there: what it shows stays in place. */
function BlogSkeleton() {
  return (
    <div className={blog.page}>
      <BlogHead />
      <TopicFilter topics={[slot('topics')]} topic={null} onChoose={() => {}} isWaiting />
      <p className={blog.count}>{slot<string>('count')}</p>
      <GroupFrame leader={articleSlots} isLong={slot('isLong')} isFirst>
        <ul className={blog.subs} />
      </GroupFrame>
    </div>
  );
}

/** The top of an article, likewise. */
function ArticleSkeleton() {
  return (
    <div className={article.page}>
      <article>
        <ArticleHead article={articleSlots} />
      </article>
    </div>
  );
}

/** The first screen while the currencies are on their way: every thing in its place, so that nothing moves. */
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
              Sans compte, sans e-mail. Vous choisissez, nous vous menons au site du bureau.
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
