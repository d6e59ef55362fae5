import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, Renderer, Site } from '#domain/pages/page.ts';
import type { Config } from '../config.ts';
import { demonstrationText } from './house-page.ts';
import { siteOrigin } from './origins.ts';
import { imprintOf } from './pages.ts';
import { CLIENT_ASSETS, RENDER_ASSETS, RENDER_FOLDER, SITE_MANIFEST } from './render-assets.ts';

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

type Chunk = { file: string; css?: string[]; imports?: string[] };
const LATER = 'pages/landing/sections/Sections.tsx';

// Script and styles of the application, by the manifest of its build.
async function readApplication(): Promise<Site['application']> {
  const text = await readFile(SITE_MANIFEST, 'utf8').catch(unbuilt);
  if (text === null) return null;
  // written by Vite
  const chunks = JSON.parse(text) as Record<string, Chunk>;
  const [entry, later] = [chunks['index.html'], chunks[LATER]];
  const [style] = entry?.css ?? [];
  if (!entry || !later || style === undefined) throw new Error(`${SITE_MANIFEST} is of another form`);
  const stylesOf = ({ css = [], imports = [] }: Chunk): string[] => [
    ...imports.flatMap((name) => (name === 'index.html' || !chunks[name] ? [] : stylesOf(chunks[name]))),
    ...css,
  ];
  return {
    script: `/${entry.file}`,
    style: `/${style}`,
    later: [...new Set(stylesOf(later))].filter((file) => file !== style).map((file) => `/${file}`),
  };
}

function unbuilt(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
