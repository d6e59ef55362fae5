import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { classNames } from './pages-config.ts';

type Calls = readonly `/api/${string}`[];
type Options = {
  entry: string;
  head: string;
  landing: Calls;
  pages: Record<string, { module?: string; calls: Calls }>;
};
type Drawn = { landing: string; skeletons: Record<string, string> };

const ROOT = '<div id="root"></div>';
const APPLICATION = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/**
 * Writes the landing page's skeleton into index.html, so that its words come with the first bytes, and
 * other pages' skeletons as templates beside it. The page is known in the browser alone (hash history), so
 * the script in the head (web/site/skeleton/head.ts) picks the template.
 */
export function prerender({ entry, head, landing, pages }: Options): Plugin {
  let root = '';
  let script = '';
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const code = await bundleHead(root, head, {
        APPLICATION: `/${applicationOf(bundle).fileName}`,
        LANDING_CALLS: landing,
        PAGES: Object.entries(pages).map(([path, { module, calls }]) => ({
          path,
          calls,
          ...(module ? filesOf(bundle, join(root, module)) : { code: [], styles: [] }),
        })),
      });
      script = `assets/head-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName: script, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const { landing: markup, skeletons } = await draw(root, entry);
        if (!html.includes(ROOT) || !APPLICATION.test(html)) throw new Error('index.html is of another form');
        const templates = Object.entries(skeletons).map(
          ([path, skeleton]) => `<template data-skeleton="${path}">${skeleton}</template>`,
        );
        return {
          html: html
            .replace(ROOT, `<div id="root">${markup}</div>${templates.join('')}`)
            // module started by the script in the head, after the first paint
            .replace(APPLICATION, '<link rel="modulepreload" crossorigin href="$1">')
            // scripts last, since the first paint needs styles and fonts alone
            .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
          tags: [{ tag: 'script', attrs: { src: `/${script}` }, injectTo: 'head-prepend' }],
        };
      },
    },
  };
}

function applicationOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const application = chunksOf(bundle).find(({ isEntry }) => isEntry);
  if (!application) throw new Error('no chunk of the application');
  return application;
}

function filesOf(bundle: Rolldown.OutputBundle, module: string): { code: string[]; styles: string[] } {
  const chunks = chunksOf(bundle);
  const first = applicationOf(bundle);
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
  if (!page) throw new Error(`no chunk for ${module}`);
  const found = new Set<Rolldown.OutputChunk>();
  const add = (fileName: string) => {
    const chunk = chunks.find((each) => each.fileName === fileName);
    if (!chunk || found.has(chunk) || chunk === first || first.imports.includes(fileName)) return;
    found.add(chunk);
    for (const imported of chunk.imports) add(imported);
  };
  add(page.fileName);
  const files = [...found];
  return {
    code: files.map(({ fileName }) => `/${fileName}`),
    styles: [...new Set(files.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))].map(
      (fileName) => `/${fileName}`,
    ),
  };
}

function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk');
}

async function bundleHead(root: string, entry: string, known: Record<string, unknown>): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: Object.fromEntries(Object.entries(known).map(([name, value]) => [name, JSON.stringify(value)])),
    build: { write: false, rolldownOptions: { input: join(root, entry), output: { format: 'iife' } } },
  });
  // single output of a single input, not written to disk
  const [chunk] = (built as Rolldown.RolldownOutput).output;
  return chunk.code;
}

async function draw(root: string, entry: string): Promise<Drawn> {
  // folder inside the project, where the entry's imports resolve
  const folder = await mkdtemp(join(root, '../../node_modules/.prerender-'));
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [react()],
      css: { modules: classNames },
      build: {
        ssr: entry,
        outDir: folder,
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
      },
    });
    return (await import(pathToFileURL(join(folder, 'entry.mjs')).href)) as Drawn;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
