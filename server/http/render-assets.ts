import path from 'node:path';

export const SITE_DOCUMENT = path.resolve(import.meta.dirname, '../../dist/site/index.html');
export const RENDER_FOLDER = path.resolve(import.meta.dirname, '../../dist/render');
export const RENDER_ASSETS = path.join(RENDER_FOLDER, 'assets');

// Scripts of rendered pages.
export const CLIENT_ASSETS = path.resolve(import.meta.dirname, '../../dist/client/assets');
