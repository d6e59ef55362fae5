import { fileURLToPath } from 'node:url';
import globalData from '@csstools/postcss-global-data';
import react from '@vitejs/plugin-react';
import customMedia from 'postcss-custom-media';
import type { UserConfig } from 'vite';
import { classNames } from '../build/pages-config.ts';
import { precompress } from '../build/precompress.ts';

const MEDIA = fileURLToPath(new URL('../shared/media.css', import.meta.url));

// a module of the server, and the styles and fonts that its pages name
export default {
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite/pages', import.meta.url)),
  plugins: [react(), precompress(), { name: 'browser-parts', resolveDynamicImport: () => false }],
  css: { postcss: { plugins: [globalData({ files: [MEDIA] }), customMedia()] }, modules: classNames },
  // React of production whatever NODE_ENV is, and no package to be found beside it
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'render.tsx',
    emitAssets: true,
    outDir: fileURLToPath(new URL('../../dist/render', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    cssMinify: true,
    minify: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'render.js',
        hashCharacters: 'hex',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
    reportCompressedSize: false,
  },
} satisfies UserConfig;
