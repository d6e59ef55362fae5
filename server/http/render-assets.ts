import path from 'node:path';

export const SITE_MANIFEST = path.resolve(import.meta.dirname, '../../dist/site/.vite/manifest.json');
export const RENDER_FOLDER = path.resolve(import.meta.dirname, '../../dist/render');
export const RENDER_ASSETS = path.join(RENDER_FOLDER, 'assets');

// Scripts of rendered pages.
export const CLIENT_ASSETS = path.resolve(import.meta.dirname, '../../dist/client/assets');
