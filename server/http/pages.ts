import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Imprint, ListingLimits } from '#domain/publisher/imprint.ts';
import type { Config } from '../config.ts';
import { type Compressed, compress, sendCompressed } from './compressed.ts';
import type { Application } from './hosts.ts';
import { demonstrationLine } from './house-page.ts';
import { CLIENT_ASSETS, RENDER_ASSETS } from './render-assets.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUNDLES: Record<Application, string> = { public: 'dist/site', backoffice: 'dist/office' };
const IMAGES = path.join(ROOT, 'content/images');
const IMAGES_META = '<meta name="images-url" content="/images"';

export async function registerPages(app: FastifyInstance, config: Config): Promise<void> {
  await app.register((pages) => {
    pages.addHook('onRequest', app.setPageHeaders);
    return registerFiles(pages, config);
  });
}

async function registerFiles(app: FastifyInstance, config: Config): Promise<void> {
  for (const application of ['public', 'backoffice'] as const) {
    const root = path.join(ROOT, BUNDLES[application]);
    const page = await readPage(path.join(root, 'index.html'), config);
    const constraints = { application };
    // tests and development run without a build
    if (!page) continue;
    // the landing page is a rendered one
    if (application === 'backoffice')
      app.get('/', { constraints }, (request, reply) => sendCompressed(request, reply, page));
    await app.register(fastifyStatic, {
      root:
        application === 'public'
          ? [path.join(root, 'assets'), RENDER_ASSETS, CLIENT_ASSETS]
          : path.join(root, 'assets'),
      prefix: '/assets/',
      constraints,
      decorateReply: false,
      preCompressed: true,
      index: false,
      // file names hold a hash of the content
      immutable: true,
      maxAge: '365d',
    });
    await app.register(fastifyStatic, {
      root,
      prefix: '/',
      constraints,
      decorateReply: false,
      preCompressed: true,
      index: false,
      globIgnore: ['assets/**', 'index.html*', '*.br', '*.gz'],
      // a route for each of the few files beside the page
      wildcard: false,
      maxAge: '1d',
    });
  }
  await app.register(fastifyStatic, {
    root: IMAGES,
    prefix: '/images/',
    decorateReply: false,
    index: false,
    maxAge: '1d',
  });
}

async function readPage(file: string, config: Config): Promise<Compressed | null> {
  const html = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (html === null) return null;
  return compress(fillPage(html, config), 'text/html; charset=utf-8');
}

export function imprintOf({
  demo,
  publisher,
  freshHours,
  staleDays,
  heldAbove,
  heldOff,
}: Pick<Config, 'demo' | 'publisher' | keyof ListingLimits>): Imprint {
  return { isDemonstration: demo, publisher, limits: { freshHours, staleDays, heldAbove, heldOff } };
}

export function fillPage(
  html: string,
  config: Pick<Config, 'staticImagesUrl' | 'demo' | 'fictional'>,
): string {
  return (
    html
      .replace(IMAGES_META, () => `<meta name="images-url" content="${config.staticImagesUrl}"`)
      // outside the application's root, so that it shows before the scripts run and when they fail
      .replace('<div id="root">', (root) => demonstrationLine(config) + root)
  );
}
