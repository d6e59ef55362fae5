import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, Renderer, Site } from '#domain/pages/page.ts';
import type { Config } from '../config.ts';
import { demonstrationText } from './house-page.ts';
import { siteOrigin } from './origins.ts';
import { imprintOf } from './pages.ts';
import { CLIENT_ASSETS, RENDER_ASSETS, RENDER_FOLDER, SITE_DOCUMENT } from './render-assets.ts';

export type PageRenderer = {
  readonly hasApplication: boolean;
  render(page: Page): string;
  describePicture: Renderer['describePicture'];
};

// Only door to the components of web/pages. null: not built, as in development.
export async function openRenderer(config: Config): Promise<PageRenderer | null> {
  const files = await readdir(RENDER_ASSETS).catch(unbuilt);
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
  const application = await readApplication();
  const render = openSite({
    origin: siteOrigin(config),
    imagesUrl: config.staticImagesUrl,
    demonstration: demonstrationText(config),
    imprint: imprintOf(config),
    style,
    fonts: named('.woff2'),
    application,
    formScript: `/assets/${formScript}`,
  });
  return { render, describePicture, hasApplication: application !== null };
}

// Script and style of the application, whose names are those of its build.
async function readApplication(): Promise<Site['application']> {
  const html = await readFile(SITE_DOCUMENT, 'utf8').catch(unbuilt);
  if (html === null) return null;
  const [, script] = /<script type="module" crossorigin src="([^"]+)"/.exec(html) ?? [];
  const [, style] = /<link rel="stylesheet" crossorigin href="([^"]+)"/.exec(html) ?? [];
  if (script === undefined || style === undefined) throw new Error(`${SITE_DOCUMENT} is of another form`);
  return { script, style };
}

function unbuilt(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
