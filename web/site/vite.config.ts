import { pagesConfig } from '../build/pages-config.ts';
import { prerender } from '../build/prerender.ts';

const config = pagesConfig(new URL('.', import.meta.url), 'site', process.env.PUBLIC_HOST ?? 'localhost');

export default {
  ...config,
  plugins: [
    ...(config.plugins ?? []),
    prerender({
      entry: 'skeleton/prerender.tsx',
      head: 'skeleton/head.ts',
      landing: ['/api/public/currencies', '/api/public/blog/articles/banner'],
      pages: {
        '/blog/view/{id}': {
          module: 'pages/article/ArticlePage.tsx',
          calls: ['/api/public/blog/articles/view/{id}'],
        },
        '/blog': { module: 'pages/blog/BlogPage.tsx', calls: ['/api/public/blog/articles'] },
        '/comparateur': { module: 'pages/method/MethodPage.tsx', calls: ['/api/public/currencies'] },
        '/(mentions-legales|confidentialite|accessibilite)': {
          module: 'pages/legal/LegalPages.tsx',
          calls: [],
        },
        '/lettre/confirmer': {
          module: 'pages/newsletter/NewsletterPages.tsx',
          calls: [],
        },
        // pages without a landing page behind them; the script of the head has no room for their file names
        '/(reserver/.+|voyages.*|reservations/.+|compte)': { calls: [] },
        '/lettre/desinscription': { module: 'pages/newsletter/NewsletterPages.tsx', calls: [] },
      },
    }),
  ],
};
