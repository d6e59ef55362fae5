import { fileURLToPath } from 'node:url';
import globalData from '@csstools/postcss-global-data';
import customMedia from 'postcss-custom-media';
import type { UserConfig } from 'vite';
import { precompress } from '../build/precompress.ts';

const MEDIA = fileURLToPath(new URL('../shared/media.css', import.meta.url));

export default {
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/tableau/',
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite/board', import.meta.url)),
  plugins: [precompress()],
  css: { postcss: { plugins: [globalData({ files: [MEDIA] }), customMedia()] } },
  build: {
    target: 'chrome76',
    outDir: fileURLToPath(new URL('../../dist/board', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
} satisfies UserConfig;
