import { fileURLToPath } from 'node:url';
import globalData from '@csstools/postcss-global-data';
import react from '@vitejs/plugin-react';
import customMedia from 'postcss-custom-media';
import type { UserConfig } from 'vite';
import { classNames } from '../../build/pages-config.ts';
import { precompress } from '../../build/precompress.ts';

const MEDIA = fileURLToPath(new URL('../../shared/media.css', import.meta.url));

// scripts of rendered pages: modules of the browser, which a page names by itself
export default {
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../../node_modules/.vite/pages-client', import.meta.url)),
  plugins: [react(), precompress()],
  css: { postcss: { plugins: [globalData({ files: [MEDIA] }), customMedia()] }, modules: classNames },
  build: {
    outDir: fileURLToPath(new URL('../../../dist/client', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { form: fileURLToPath(new URL('./form.ts', import.meta.url)) },
      output: {
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
    reportCompressedSize: false,
  },
} satisfies UserConfig;
