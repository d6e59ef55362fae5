import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, Renderer } from '#domain/pages/page.ts';
import type { Config } from '../config.ts';
import { demonstrationText } from './house-page.ts';
import { siteOrigin } from './origins.ts';
import { imprintOf } from './pages.ts';
import { CLIENT_ASSETS, RENDER_ASSETS, RENDER_FOLDER } from './render-assets.ts';

export type PageRenderer = {
  render(page: Page): string;
  describePicture: Renderer['describePicture'];
};

// Only door to the components of web/pages. null: not built, as in development.
export async function openRenderer(config: Config): Promise<PageRenderer | null> {
  const files = await readdir(RENDER_ASSETS).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!files) return null;
  const named = (end: string) => files.filter((file) => file.endsWith(end)).map((file) => `/assets/${file}`);
  const [style] = named('.css');
  if (style === undefined) throw new Error(`${RENDER_ASSETS} holds no style sheet`);
  const formScript = (await readdir(CLIENT_ASSETS)).find((file) => /^form-.*\.js$/.test(file));
  if (formScript === undefined) throw new Error(`${CLIENT_ASSETS} holds no script of a form`);
  // interface of web/pages/render.tsx, which the compiler checks there
  const { openSite, describePicture } = (await import(
    pathToFileURL(path.join(RENDER_FOLDER, 'render.js')).href
  )) as Renderer;
  const render = openSite({
    origin: siteOrigin(config),
    imagesUrl: config.staticImagesUrl,
    demonstration: demonstrationText(config),
    imprint: imprintOf(config),
    style,
    fonts: named('.woff2'),
    formScript: `/assets/${formScript}`,
  });
  return { render, describePicture };
}
