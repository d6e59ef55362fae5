import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import globalData from '@csstools/postcss-global-data';
import react from '@vitejs/plugin-react';
import customMedia from 'postcss-custom-media';
import type { Plugin, UserConfig } from 'vite';
import { precompress } from './precompress.ts';
import { writeWorkbooksInPlace } from './sync-zip.ts';
import { dropUnusedRouterCode } from './unused-router.ts';

// custom media of one file, known to every other
const MEDIA = fileURLToPath(new URL('../shared/media.css', import.meta.url));

/**
 * Class names such as 'Layout_header', equal in the browser and in the server's pages, without the hash of
 * Vite's own, which does not compress. Two files of one host cannot share a name.
 */
export const classNames = {
  generateScopedName: (name: string, file: string) => `${basename(file, '.module.css')}_${name}`,
};

export function pagesConfig(root: URL, name: 'site' | 'office' | 'catalogue', host: string): UserConfig {
  const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
  // header by which the server tells the hosts apart
  const proxied = { target: server, headers: { host } };
  return {
    root: fileURLToPath(root),
    // cache per host, since two development servers run at once
    cacheDir: fileURLToPath(new URL(`../../node_modules/.vite/${name}`, root)),
    plugins: [react(), preloadFonts(), lazyStyles(), dropUnusedRouterCode(), precompress()],
    css: {
      postcss: { plugins: [globalData({ files: [MEDIA] }), customMedia()] },
      modules: classNames,
    },
    worker: { format: 'es', plugins: () => [writeWorkbooksInPlace()] },
    server: { host: '127.0.0.1', proxy: { '/api': proxied, '/images': proxied } },
    build: {
      outDir: fileURLToPath(new URL(`../../dist/${name}`, root)),
      emptyOutDir: true,
      // names of the application's files, for the pages of the server
      manifest: true,
      // data: addresses would need an exception in the Content-Security-Policy
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // first script in one file, which compresses better than parts
          codeSplitting: {
            groups: [
              { name: 'application', tags: ['$initial'] },
              // small modules of several later parts in one file, as the first script names each file
              {
                name: 'shared',
                test: /Badge|TextInput|TextPage|ArticleCard|EmailForm|Field|Picture|(dates|tel|open-at|open-state|use-media-query|use-now|join-words|consent|imprint)[.]ts/,
                minShareCount: 2,
              },
            ],
          },
          // hashes of 24 bits, as the first script names every later file
          hashCharacters: 'hex',
          chunkFileNames: 'assets/[name]-[hash:6].js',
          assetFileNames: 'assets/[name]-[hash:6][extname]',
        },
      },
      reportCompressedSize: false,
    },
  };
}

function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
            injectTo: 'head',
          })),
    },
  };
}

const REPLACED: readonly (readonly [RegExp, string])[] = [
  // failed styles are forgotten, as failed scripts are
  [/(\(err\) => \{\s*)seen\[href\] = void 0;/, '$1delete seen[href];'],
  [/if \(e\.type === "error"\) (?=rej\()/, 'if (e.type === "error") link.remove(), '],
  // styles at the end of the landing page's body come before those of a part, which may override them
  [/document\.head\.appendChild\(link\)/, 'document.body.appendChild(link)'],
];

/**
 * Styles of a lazy part come last, and are requested again after a failure. Vite's loader would put them before others,
 * and take failed ones for loaded.
 */
function lazyStyles(): Plugin {
  return {
    name: 'lazy-styles',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: (code) =>
        REPLACED.reduce((changed, [pattern, replacement]) => {
          if (!pattern.test(changed)) throw new Error(`Vite's loader no longer holds ${pattern}.`);
          return changed.replace(pattern, replacement);
        }, code),
    },
  };
}
