import { pagesConfig } from '../build/pages-config.ts';
import { prerender } from '../build/prerender.ts';

const config = pagesConfig(new URL('.', import.meta.url), 'site', process.env.PUBLIC_HOST ?? 'localhost');

export default {
  ...config,
  plugins: [
    ...(config.plugins ?? []),
    prerender({
      entry: 'prerender.tsx',
      pages: {
        '/blog/view/': 'pages/article/ArticlePage.tsx',
        '/blog': 'pages/blog/Blog.tsx',
        '/comparateur': 'pages/method/Method.tsx',
        '/mentions-legales': 'pages/legal-notice/LegalNotice.tsx',
        '/confidentialite': 'pages/privacy/Privacy.tsx',
      },
    }),
  ],
};
