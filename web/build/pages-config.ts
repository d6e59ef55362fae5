import { fileURLToPath } from 'node:url';
import globalData from '@csstools/postcss-global-data';
import react from '@vitejs/plugin-react';
import customMedia from 'postcss-custom-media';
import type { UserConfig } from 'vite';
import { classNames } from './class-names.ts';
import { precompress } from './precompress.ts';
import { preloadFonts } from './preload-fonts.ts';
import { retryStyles } from './retry-styles.ts';
import { leaveOutUnusedOfRouter } from './unused-router.ts';

// @custom-media of one file, known to every other
const MEDIA = fileURLToPath(new URL('../shared/media.css', import.meta.url));
const LIBRARIES =
  /node_modules\/(?:react|react-dom|react-hook-form|react-router|scheduler|typebox|zustand)\//;

/** The Vite configuration of one host's pages. `root` is the folder's URL, `host` the name it is served under. */
export function pagesConfig(root: URL, name: 'site' | 'office' | 'catalogue', host: string): UserConfig {
  const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
  // the server tells the hosts apart by this header
  const proxied = { target: server, headers: { host } };
  return {
    root: fileURLToPath(root),
    // each its own: the two development servers run at once
    cacheDir: fileURLToPath(new URL(`../../node_modules/.vite/${name}`, root)),
    plugins: [react(), preloadFonts(), retryStyles(), leaveOutUnusedOfRouter(), precompress()],
    css: {
      postcss: { plugins: [globalData({ files: [MEDIA] }), customMedia()] },
      modules: classNames,
    },
    server: { host: '127.0.0.1', proxy: { '/api': proxied, '/images': proxied } },
    build: {
      outDir: fileURLToPath(new URL(`../../dist/${name}`, root)),
      emptyOutDir: true,
      // data: addresses would need an exception in the Content-Security-Policy
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // what every page needs, in one file: split by who shares it, it compresses worse
          codeSplitting: { groups: [{ name: 'libraries', test: LIBRARIES }] },
        },
      },
      reportCompressedSize: false,
    },
  };
}
